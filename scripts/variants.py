#!/usr/bin/env python3
"""Has PokerKit, an independent implementation, play random hands of all eleven variants along with us.

    python3 scripts/variants.py FOLDER [WANTED]

FOLDER is what the example variant_hands has written: a file a variant, each hand with what we offered the player in turn
before every action. PokerKit's state is driven action by action; only the house's own steps (posting, burning, collecting,
pushing chips) are done for it. Before each action the player in turn, the price of a call, the least and the most of a
raise, the bring-in and who changes cards must be the same, and at the end the stacks. At least WANTED hands (1000 unless given) of each
variant have to be compared to their end.

Where the two differ by a rule, a hand is compared up to that point, and counted under the reason; the reasons are those of
`why_apart`, `play` and `ODD_CHIPS`, and docs/conformance/variants.md has them with ours. The exit code says whether everything else agreed.
"""

import collections
import multiprocessing
import sys
import tomllib
import warnings
from pathlib import Path

from interop import inside_venv

HI_LO = ("FO/8", "F7S/8")
STUD = ("F7S", "F7S/8", "FR")
FIXED = ("FT", "FO/8", "F7S", "F7S/8", "FR", "F2L3D", "FB")
ODD_CHIPS = "a pot split three ways or more: PokerKit gives all odd chips to one, ours one each"


class Apart(Exception):
    """The two go on by different rules from here."""


class Wrong(Exception):
    """They should agree and do not."""


class Track:
    """Who has put in how much on this street: enough to know where the two differ by a rule."""

    def __init__(self, hand):
        self.hand, self.code = hand, hand["variant"]
        players = len(hand["starting_stacks"])

        def in_order(name):
            amounts = hand.get(name, [0] * players)
            return amounts[::-1] if players == 2 else amounts

        self.bets, self.stacks = [], []
        blinds = in_order("blinds_or_straddles")
        for stack, ante, blind in zip(hand["starting_stacks"], in_order("antes"), blinds):
            paid = min(ante, stack)
            self.bets.append(min(blind, stack - paid))
            self.stacks.append(stack - paid - self.bets[-1])
        self.short_blind = any(bet < blind for bet, blind in zip(self.bets, blinds))
        self.level = max(blinds)
        self.small = hand.get("small_bet", hand.get("min_bet"))
        self.street, self.acted, self.full = 0, False, self.small
        self.uncompleted = self.code in STUD
        self.live = set(range(players))
        self.total = [0] * players

    def size(self):
        return self.hand["big_bet"] if self.code in FIXED and self.street >= 2 else self.small

    def why_apart(self, words):
        """The reason why the two differ from this action on, if there is one."""
        if self.short_blind:
            return "a blind posted short: PokerKit's callers owe what was posted, ours the full blind"
        if words[:2] == ["d", "db"] and self.code in STUD:
            return "a common card in stud: ours when the undealt cards do not suffice, PokerKit's only when the folded do not either"
        if words[0] == "d" or words[1] in ("f", "cc", "sd", "sm"):
            return None
        player = int(words[0][1:]) - 1
        if words[1] == "pb":
            if self.stacks[player] < self.hand["bring_in"]:
                return "a bring-in posted short: PokerKit's callers owe what was posted, ours the full bring-in"
            return None
        to = int(words[2])
        least = self.small if self.uncompleted else self.level + (self.size() if self.code in FIXED else self.full)
        if to < least:
            return "an all-in below a full raise: TDA 47 and the half-bet rule are ours, PokerKit has others"
        return None

    def follow(self, words):
        """Plays the action."""
        begins = words[:2] == ["d", "db"] or words[1] == "sd" or words[:2] == ["d", "dh"]
        if begins and self.acted:
            self.street, self.acted = self.street + 1, False
            self.total = [total + bet for total, bet in zip(self.total, self.bets)]
            self.bets, self.level, self.full, self.uncompleted = [0] * len(self.bets), 0, self.size(), False
        if words[0] == "d" or words[1] in ("sd", "sm"):
            return
        self.acted = True
        player = int(words[0][1:]) - 1
        if words[1] == "f":
            self.live.discard(player)
            return
        if words[1] == "cbr":
            to = int(words[2])
        else:
            to = self.hand["bring_in"] if words[1] == "pb" else self.level
        if words[1] == "cbr":
            self.full, self.uncompleted = max(self.full, to - self.level), False
        pay = min(max(to - self.bets[player], 0), self.stacks[player])
        self.bets[player] += pay
        self.stacks[player] -= pay
        self.level = max(self.level, to)

    def nobody_could_match(self, player):
        """Could no opponent have more than the level in? PokerKit sees no reason to raise then; ours may over whoever still has to call."""
        return max(self.bets[other] + self.stacks[other] for other in self.live - {player}) <= self.level

    def odd_chips(self):
        """How many odd chips a player can get at most: in each pot one less than share it."""
        return (len(self.live) - 1) * len({self.total[player] + self.bets[player] for player in self.live})

    def has_side_pots(self):
        totals = [self.total[player] + self.bets[player] for player in self.live]
        return len(totals) > 2 and min(totals) < sorted(totals)[-2]


def new_state(hand):
    import pokerkit as pk

    house = (
        pk.Automation.ANTE_POSTING, pk.Automation.BET_COLLECTION, pk.Automation.BLIND_OR_STRADDLE_POSTING,
        pk.Automation.CARD_BURNING, pk.Automation.RUNOUT_COUNT_SELECTION, pk.Automation.HAND_KILLING,
        pk.Automation.CHIPS_PUSHING, pk.Automation.CHIPS_PULLING,
    )
    game = {
        "FT": pk.FixedLimitTexasHoldem, "NT": pk.NoLimitTexasHoldem, "NS": pk.NoLimitShortDeckHoldem,
        "PO": pk.PotLimitOmahaHoldem, "FO/8": pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        "F7S": pk.FixedLimitSevenCardStud, "F7S/8": pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        "FR": pk.FixedLimitRazz, "N2L1D": pk.NoLimitDeuceToSevenLowballSingleDraw,
        "F2L3D": pk.FixedLimitDeuceToSevenLowballTripleDraw, "FB": pk.FixedLimitBadugi,
    }[hand["variant"]]
    names = ["antes", "blinds_or_straddles", "bring_in", "min_bet", "small_bet", "big_bet", "starting_stacks"]
    stakes = [hand[name] for name in names if name in hand]
    players = len(hand["starting_stacks"])
    return game.create_state(house, hand["ante_trimming_status"], *stakes, players, mode=pk.Mode.CASH_GAME)


def nobody_to_bet_against(state):
    able = [stack for stack, status in zip(state.stacks, state.statuses) if status and stack]
    return state.actor_index is not None and len(able) == 1 and not state.checking_or_calling_amount


def same(what, theirs, ours):
    if theirs != ours:
        raise Wrong(f"{what}: PokerKit {theirs}, ours {ours}")


def compare_offer(state, track, offer):
    """Is the player in turn the same, and what they may do?"""
    who, what, *amounts = offer.split()
    player = int(who[1:]) - 1
    if what == "sd":
        return same("who draws", state.stand_patter_or_discarder_index, player)
    same("who acts", state.actor_index, player)
    price, raises = int(amounts[0]), amounts[1:]
    if what == "pb":
        same("bring-in", state.effective_bring_in_amount, price)
    else:
        same("price", state.checking_or_calling_amount, price)
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    if raises == ["capped"]:
        # Ours counts the blind as the first of four bets, PokerKit allows four raises over it.
        return None
    if raises == ["none"]:
        # Whoever brings it in with their last chip may say so in two ways with PokerKit: it comes to the same.
        return same("least raise", None if what == "pb" and least == price else least, None)
    if least is None and track.nobody_could_match(player):
        return None
    same("least raise", least, int(raises[0]))
    if track.code != "FO/8":
        # PokerKit plays it pot-limit; a fixed bet is its least.
        same("most of a raise", most, int(raises[1]))
    return None


def play(hand):
    """Plays the hand on PokerKit's state; how many actions were compared."""
    from pokerkit.notation import parse_action

    state, track = new_state(hand), Track(hand)
    for number, (action, offer) in enumerate(zip(hand["actions"], hand["_offers"], strict=True)):
        words = action.split()
        reason = track.why_apart(words)
        if reason:
            raise Apart(reason)
        try:
            # PokerKit asks the last player with chips to check although nobody is left to bet against.
            while nobody_to_bet_against(state) and words[1] not in ("cc", "cbr", "f", "pb"):
                state.check_or_call()
            if offer:
                compare_offer(state, track, offer)
                if words[1] == "cbr" and track.nobody_could_match(int(words[0][1:]) - 1):
                    raise Apart("a raise over a bet that nobody else could match: PokerKit sees no reason for it")
            # A hand shown that PokerKit has turned over already.
            if words[1] == "sm" and not state.status:
                continue
            parse_action(state, action, int)
        except (ValueError, Wrong) as error:
            raise Wrong(f"action {number + 1} ({action}): {error}") from error
        track.follow(words)
    # Everybody else has mucked: PokerKit asks the winner all the same.
    while state.status and state.showdown_index is not None and sum(state.statuses) == 1:
        state.show_or_muck_hole_cards(())
    if state.status:
        raise Wrong("PokerKit's hand is not over")
    theirs, ours = [int(stack) for stack in state.stacks], hand["finishing_stacks"]
    if theirs != ours:
        if track.code in HI_LO and track.has_side_pots():
            raise Apart("a side pot nobody in it has a low for: PokerKit shares its low half among all, ours goes to the high hand")
        if sum(theirs) == sum(ours) and max(abs(a - b) for a, b in zip(theirs, ours)) <= track.odd_chips() and len(track.live) > 2:
            raise Apart(ODD_CHIPS)
        raise Wrong(f"stacks: PokerKit {theirs}, ours {ours}")


def compare(path):
    """One variant's file: how many hands, compared to the end, apart by reason, wrong."""
    warnings.simplefilter("ignore")
    apart, wrong, generated, agreed = collections.Counter(), [], 0, 0
    for number, hand in tomllib.loads(path.read_text(encoding="utf-8")).items():
        generated += 1
        try:
            play(hand)
            agreed += 1
        except Apart as reason:
            apart[str(reason)] += 1
        except Wrong as error:
            wrong.append(f"{path.name} hand {number}: {error}")
    return path.stem.replace("-", "/"), generated, agreed, apart, wrong


def main():
    inside_venv()
    from importlib.metadata import version

    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    paths = sorted(Path(sys.argv[1]).glob("*.phhs"))
    print(f"PokerKit {version('pokerkit')}, every action of every variant", flush=True)
    good = len(paths) == 11
    with multiprocessing.Pool() as pool:
        for code, generated, agreed, apart, wrong in pool.imap(compare, paths):
            print(f"{code}: {generated} generated, {agreed} agreed to the end, {len(wrong)} differ", flush=True)
            for reason, count in apart.most_common():
                print(f"  {count:>6} up to {reason}")
            for difference in wrong[:3]:
                print(f"  {difference}")
            good &= agreed >= wanted and not wrong
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
