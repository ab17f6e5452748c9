#!/usr/bin/env python3
"""Has PokerKit, an independent implementation, read hands that we write.

    python3 scripts/interop.py FOLDER [WANTED]

FOLDER is what the example interop_hands has written. Two comparisons, of at least WANTED hands each (1000 unless given):

1. PokerKit replays our PHH files action by action to the same finishing stacks. It mends histories silently when it
   is asked to iterate, so this drives its state by hand: only the house's own steps (posting, burning, collecting,
   pushing chips) are done for it, never a player's or the dealer's.
2. PokerKit's PokerStars reader reads our texts to the same actions.

A hand is skipped only for a reason known beforehand, from the hand itself; what is left must agree. Prints generated,
compared, and skipped by reason; the exit code says whether everything agreed and there were enough hands.
"""

import collections
import subprocess
import sys
import venv
import warnings
from decimal import Decimal
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / "bench" / ".venv"


def inside_venv():
    """Goes on in an interpreter that has PokerKit; makes bench/.venv on the first run."""
    try:
        import pokerkit  # noqa: F401
        return
    except ImportError:
        pass
    import os

    python = VENV / "bin" / "python"
    if Path(sys.prefix).resolve() == VENV.resolve():
        sys.exit("pokerkit is not in bench/.venv although pip installed it; remove the folder and try again")
    if not python.exists():
        venv.create(VENV, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pokerkit"], check=True, stdout=sys.stderr)
    os.execv(python, [str(python), *sys.argv])


def whole(hand):
    """Amounts in whole minor units, so that chips are split as chips; the number of decimals."""
    lists = [hand.antes, hand.blinds_or_straddles, hand.starting_stacks, hand.finishing_stacks or [], [hand.min_bet]]
    bets = [Decimal(a.split()[2]) for a in hand.actions if len(a.split()) > 2 and a.split()[1] == "cbr"]
    amounts = [Decimal(str(x)) for xs in lists for x in xs] + bets
    unit = 10 ** max(-x.normalize().as_tuple().exponent if x.normalize().as_tuple().exponent < 0 else 0 for x in amounts)

    def chips(x):
        return int(Decimal(str(x)) * unit)

    actions = []
    for action in hand.actions:
        words = action.split(" # ")[0].split()
        if len(words) > 2 and words[1] == "cbr":
            words[2] = str(chips(words[2]))
        actions.append(" ".join(words))
    return {
        "antes": [chips(x) for x in hand.antes],
        "blinds": [chips(x) for x in hand.blinds_or_straddles],
        "stacks": [chips(x) for x in hand.starting_stacks],
        "finishing": [chips(x) for x in hand.finishing_stacks or []],
        "min_bet": chips(hand.min_bet),
        "trimming": bool(hand.ante_trimming_status),
        "actions": actions,
        "unit": unit,
    }


def in_order(hand, name):
    """By player: heads-up the lists are written in reverse."""
    return hand[name][::-1] if len(hand["stacks"]) == 2 else hand[name]


def posted(hand):
    """What each player has really put in: ante first."""
    for stack, ante, blind in zip(hand["stacks"], in_order(hand, "antes"), in_order(hand, "blinds")):
        paid = min(ante, stack)
        yield paid, min(abs(blind), stack - paid)


def short_posts(hand):
    """Somebody posts less than his blind."""
    return any(paid < abs(blind) for (_, paid), blind in zip(posted(hand), in_order(hand, "blinds")))


class Track:
    """Who has put in how much, street by street: enough to know a hand's peculiarities beforehand."""

    def __init__(self, hand):
        self.bets = [blind for _, blind in posted(hand)]
        self.stacks = [stack - ante - blind for stack, (ante, blind) in zip(hand["stacks"], posted(hand))]
        self.total = [0] * len(self.bets)
        self.min_bet = self.full = hand["min_bet"]
        self.level = max(self.bets + [max(in_order(hand, "blinds"))])
        self.live = set(range(len(self.bets)))
        self.acted = set()
        self.short_raise = self.idle = self.pointless = False
        for action in hand["actions"]:
            self.follow(action.split())
        self.total = [total + bet for total, bet in zip(self.total, self.bets)]

    def follow(self, words):
        if words[0] == "d":
            if words[1] == "db":
                self.total = [total + bet for total, bet in zip(self.total, self.bets)]
                self.bets, self.level, self.full = [0] * len(self.bets), 0, self.min_bet
                self.acted = set()
            return
        player = int(words[0][1:]) - 1
        if words[1] == "f":
            self.live.discard(player)
            able = [other for other in self.live if self.stacks[other] > 0]
            if len(able) == 1 and len(self.live) > 1 and able[0] not in self.acted:
                self.idle |= self.bets[able[0]] >= max(self.bets[other] for other in self.live)
        elif words[1] in ("cc", "cbr"):
            to = int(words[2]) if words[1] == "cbr" else self.level
            if words[1] == "cbr":
                others = [self.bets[o] + self.stacks[o] for o in self.live if o != player]
                self.pointless |= max(others) <= self.level
                self.short_raise |= to - self.level < self.full
                self.full = max(self.full, to - self.level)
            pay = min(max(to - self.bets[player], 0), self.stacks[player])
            self.bets[player] += pay
            self.stacks[player] -= pay
            self.level = max(self.level, self.bets[player])
        self.acted.add(player)

    def side_pots(self):
        """Have those still in at the end put in different amounts, more than two of them?"""
        live = sorted(self.total[player] for player in self.live)
        return len(live) > 2 and live[0] < live[-2]


def equal_blinds_heads_up(hand):
    blinds = hand["blinds"]
    return len(blinds) == 2 and blinds[0] == blinds[1]


def why_not_replayed(hand, raw):
    """Differences known beforehand: see shared rules of the house in docs/pokerstars.md."""
    if (raw.user_defined_fields or {}).get("_rake"):
        return "rake, which PokerKit takes by a rule of its own"
    boards = sum(len(a.split()[2]) // 2 for a in hand["actions"] if a.startswith("d db"))
    if boards > 5:
        return "a board dealt twice, which the standard has no word for"
    if equal_blinds_heads_up(hand):
        return "heads-up with equal blinds: PokerKit lets the big blind open, ours the button (TDA 34-B)"
    if short_posts(hand):
        return "a blind posted short: PokerKit's callers owe what was posted, ours the full blind"
    track = Track(hand)
    if track.short_raise:
        return "an all-in below a full raise: PokerKit lets a limper raise again"
    if track.pointless:
        return "a raise over a bet that nobody else could match: PokerKit refuses it"
    if sum(won > 0 for won in hand["winnings"]) > 2:
        return "a pot split three ways: PokerKit gives all odd chips to one"
    return None


def replay(hand):
    """Plays the hand on PokerKit's state; the stacks at the end."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem
    from pokerkit.notation import parse_action

    house = (
        Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING, Automation.RUNOUT_COUNT_SELECTION, Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
    )
    state = NoLimitTexasHoldem.create_state(
        house, hand["trimming"], hand["antes"], hand["blinds"], hand["min_bet"], hand["stacks"], len(hand["stacks"]),
        mode=Mode.CASH_GAME,
    )
    for action in hand["actions"]:
        # PokerKit asks the last player with chips to check although nobody is left to bet against.
        if nobody_to_bet_against(state) and action.split()[1] not in ("cc", "cbr", "f"):
            state.check_or_call()
        # A hand shown that nobody asked for, and that PokerKit has turned over already.
        if " sm" in action and not state.status:
            continue
        parse_action(state, action, int)
    # Everybody else has mucked: PokerKit asks the winner all the same.
    while state.status and state.showdown_index is not None and sum(state.statuses) == 1:
        state.show_or_muck_hole_cards(())
    return [int(stack) for stack in state.stacks], state.status


def nobody_to_bet_against(state):
    able = [stack for stack, status in zip(state.stacks, state.statuses) if status and stack]
    return state.actor_index is not None and len(able) == 1 and not state.checking_or_calling_amount


def compare_hands(path, wanted):
    from pokerkit import HandHistory

    skipped, kinds, wrong = collections.Counter(), collections.Counter(), []
    compared = generated = 0
    for raw in HandHistory.loads_all(path.read_text(encoding="utf-8")):
        generated += 1
        hand = whole(raw)
        hand["winnings"] = raw.winnings or []
        reason = why_not_replayed(hand, raw)
        if reason:
            skipped[reason] += 1
            continue
        compared += 1
        fields = raw.user_defined_fields or {}
        kinds["with somebody sitting out"] += bool(fields.get("_out"))
        kinds["with dead blinds"] += bool(fields.get("_deadPosts") or fields.get("_deadPot"))
        kinds["with live posts"] += any(blind < 0 for blind in hand["blinds"])
        kinds["with side pots"] += Track(hand).side_pots()
        kinds["with antes"] += any(hand["antes"])
        try:
            stacks, unfinished = replay(hand)
            if unfinished or stacks != hand["finishing"]:
                wrong.append(f"hand {raw.hand}: {stacks}, should be {hand['finishing']}, unfinished: {unfinished}")
        except ValueError as error:
            wrong.append(f"hand {raw.hand}: {error}")
    tell("PHH, replayed to the same finishing stacks", generated, compared, skipped, kinds, wrong)
    return compared >= wanted and not wrong


def why_not_read(hand, raw, text):
    """What PokerKit's reader has no words for."""
    if "posts the ante" in text:
        return "antes"
    if "posts straddle" in text:
        return "a straddle"
    if "posts small & big blinds" in text:
        return "combined posts"
    lines = [line for line in text.splitlines() if ": posts small blind" in line]
    big = text.find(": posts big blind")
    if len(lines) > 1 or big < 0 or text.find(": posts small blind") > big:
        return "a dead small blind, which it takes for a live one"
    if "FIRST" in text:
        return "a board dealt twice"
    if equal_blinds_heads_up(hand):
        return "heads-up with equal blinds: it lets the big blind open"
    if short_posts(hand):
        return "a blind posted short: it raises from what was posted"
    track = Track(hand)
    if track.pointless:
        return "a raise over a bet that nobody else could match, which PokerKit refuses"
    if track.short_raise:
        return "an all-in below a full raise, which PokerKit judges otherwise"
    if track.idle:
        return "a fold that leaves one with chips: it adds a check for him"
    if not all(blind > 0 for blind in hand["blinds"][:2]):
        return "no small blind, or somebody between button and blinds: it takes the first two for the blinds"
    return None


def moves(actions):
    """The dealer's boards and the players' bets, without cards dealt and shown."""
    kept = []
    for action in actions:
        words = action.split(" # ")[0].split()
        if words and words[1] != "sm" and words[:2] != ["d", "dh"]:
            if words[1] == "cbr":
                words[2] = str(Decimal(words[2]).normalize())
            kept.append(" ".join(words))
    return kept


def cards(actions):
    """Who holds or shows which cards."""
    seen = set()
    for action in actions:
        words = action.split(" # ")[0].split()
        if words[:2] == ["d", "dh"] and "?" not in words[3]:
            seen.add((words[2], words[3]))
    return seen


def compare_texts(folder, wanted):
    from pokerkit import HandHistory

    texts = folder.joinpath("texts.txt").read_text(encoding="utf-8").split("\n\n\n")
    hands = HandHistory.loads_all(folder.joinpath("texts.phhs").read_text(encoding="utf-8"))
    skipped, kinds, wrong = collections.Counter(), collections.Counter(), []
    compared = generated = 0
    for text, ours in zip(texts, hands, strict=True):
        generated += 1
        hand = whole(ours)
        reason = why_not_read(hand, ours, text)
        if reason:
            skipped[reason] += 1
            continue
        compared += 1
        kinds["with somebody sitting out"] += "is sitting out" in text
        kinds["with live posts"] += text.count(": posts big blind") > 1
        kinds["with side pots"] += "side pot" in text
        kinds["with a showdown"] += "SHOW DOWN" in text
        try:
            [theirs] = HandHistory.from_pokerstars(text, error_status=True)
        except ValueError as error:
            wrong.append(f"hand {ours.hand}: {error}\n{text}")
            continue
        pairs = [
            ("moves", moves(theirs.actions), moves(ours.actions)),
            ("cards", cards(theirs.actions) >= cards(ours.actions), True),
            ("players", theirs.players, ours.players),
            ("seats", theirs.seats, ours.seats),
            ("stacks", theirs.starting_stacks, ours.starting_stacks),
            ("blinds", theirs.blinds_or_straddles, ours.blinds_or_straddles),
        ]
        for what, seen, should in pairs:
            if seen != should:
                wrong.append(f"hand {ours.hand}: {what}: {seen}, should be {should}\n{text}")
                break
    tell("PokerStars texts, read to the same actions", generated, compared, skipped, kinds, wrong)
    return compared >= wanted and not wrong


def tell(title, generated, compared, skipped, kinds, wrong):
    print(f"{title}: {generated} generated, {compared} compared, {len(wrong)} differ")
    for kind, count in kinds.items():
        print(f"{count:8} compared {kind}")
    for reason, count in skipped.most_common():
        print(f"{count:8} skipped: {reason}")
    for difference in wrong[:3]:
        print(difference)


def main():
    inside_venv()
    from importlib.metadata import version

    warnings.simplefilter("ignore")
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    print(f"PokerKit {version('pokerkit')}")
    good = [compare_hands(folder / "hands.phhs", wanted), compare_texts(folder, wanted)]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
