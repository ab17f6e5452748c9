#!/usr/bin/env python3
"""Times PokerKit's parse and replay of PHH files, for comparison with ours.

    python3 bench/phh/pokerkit_replay.py [--limit N] [--check] FILE.phh|FILE.phhs|FOLDER ...

Makes bench/.venv and installs PokerKit there with pip on the first run. Prints one line of JSON:
hands, actions, failures, seconds, hands_per_second, version. With --check nothing is timed: every hand is
only parsed and its game is made, which is how to see that PokerKit accepts what we write; the exit code
says whether it took them all.
"""

import json
import os
import subprocess
import sys
import time
import venv
import warnings
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / ".venv"


def inside_venv():
    """Goes on in an interpreter that has PokerKit."""
    try:
        import pokerkit  # noqa: F401
        return
    except ImportError:
        pass
    python = VENV / "bin" / "python"
    if Path(sys.prefix).resolve() == VENV.resolve():
        sys.exit("pokerkit is not in bench/.venv although pip installed it; remove the folder and try again")
    if not python.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pokerkit"], check=True, stdout=sys.stderr)
    os.execv(python, [str(python), *sys.argv])


def files(paths):
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".phh", ".phhs"))
        else:
            yield path


def hands(path, text):
    from pokerkit import HandHistory

    if path.suffix == ".phhs":
        yield from HandHistory.loads_all(text)
    else:
        yield HandHistory.loads(text)


def main():
    inside_venv()
    from importlib.metadata import version

    warnings.simplefilter("ignore")
    arguments = sys.argv[1:]
    check = "--check" in arguments
    limit = sys.maxsize
    if "--limit" in arguments:
        at = arguments.index("--limit")
        limit = int(arguments[at + 1])
        del arguments[at : at + 2]
    paths = list(files(a for a in arguments if a != "--check"))
    if not paths:
        sys.exit(__doc__)

    count = actions = failures = 0
    # Time on the processor, as ours: on a busy machine the clock on the wall tells how busy it is.
    start = time.process_time()
    for path in paths:
        # From disk, as ours.
        text = path.read_text(encoding="utf-8")
        for hand in hands(path, text):
            if count >= limit:
                break
            count += 1
            try:
                if check:
                    hand.create_game()
                    continue
                for _, action in hand.state_actions:
                    actions += action is not None
            except Exception as error:  # noqa: BLE001 - whatever it stumbles over is a failure to count
                failures += 1
                print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
    seconds = time.process_time() - start
    print(json.dumps({
        "hands": count,
        "actions": actions,
        "failures": failures,
        "seconds": round(seconds, 3),
        "hands_per_second": round(count / seconds, 1),
        "version": version("pokerkit"),
    }))
    sys.exit(failures > 0 if check else 0)


if __name__ == "__main__":
    main()
