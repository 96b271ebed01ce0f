"""Our `hard` in somebody else's house: RLCard's UNO environment against its `uno-rule-v1`.

    uv run --group bench python benchmarks/rlcard_match.py

Both seatings, `--games` rounds each. Our player gets a view rebuilt from what RLCard shows the
seat (own hand, target, played cards, hand sizes) and from the public moves so far; unknown cards
are dealt at random, which a view cannot show. RLCard's rules differ from every printed rule sheet
and the table we think on is set up to match them: a Wild Draw Four only when nothing else can be
laid, no challenge, drawing only when nothing can be laid, a Reverse that does nothing at a table
of two, no UNO call. A drawn card of the current colour and a drawn wild are laid by RLCard itself,
the wild without drawing and in a colour of chance.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from common import Report
from rlcard_baseline import load_rlcard

from uno_tui import ai
from uno_tui.engine.actions import PLAY
from uno_tui.engine.arrange import arrange
from uno_tui.engine.game import Game
from uno_tui.engine.state import H_DREW, H_KEPT, H_PLAYED, H_RESHUFFLED, H_TURN_DRAW
from uno_tui.ruleset.load import load
from uno_tui.ruleset.tables import Tables, compile_tables

KNOBS: dict[str, object] = {
    "wild_draw.legal_if": "no-other-playable",
    "wild_draw.policing": "strict",
    "turn.optional_draw": False,
    "turn.play_drawn": "must",
    "faces.R.effects": [],
}
FACES = {"skip": "S", "reverse": "R", "draw_2": "+2", "wild": "W", "wild_draw_4": "W+4"}
TRAITS = {code: trait for trait, code in FACES.items()}
PENALTY = {"draw_2": 2, "wild_draw_4": 4}

Player = Callable[[dict[str, Any]], str]
"""Given RLCard's extracted state, the action string it lays."""


class Reader:
    """Turns RLCard's strings into our kinds and back."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.colors = {color.letter.lower(): at for at, color in enumerate(tables.colors)}
        self.letters = {at: letter for letter, at in self.colors.items()}

    def kind(self, text: str) -> int:
        """`r-7` or `g-wild_draw_4` as a kind."""
        color, trait = text.split("-")
        face = FACES.get(trait, trait)
        return self.tables.parse(face if face.startswith("W") else color.upper() + face)

    def color(self, text: str) -> int:
        """The colour of a card as RLCard writes it; of a wild laid, the one named with it."""
        return self.colors[text[0]]

    def text(self, kind: int, color: int) -> str:
        """A play as RLCard writes it; `color` is the colour named with a wild, -1 when it is the
        last card and none was named (RLCard wants one all the same)."""
        what = self.tables.kinds[kind]
        if what.wild:
            return f"{self.letters[max(color, 0)]}-{TRAITS[what.face]}"
        return f"{self.letters[what.color]}-{TRAITS.get(what.face, what.face)}"


class Ours:
    """One of our levels, sitting in RLCard's environment."""

    def __init__(self, level: str, seed: int) -> None:
        self.tables = compile_tables(load("classic", KNOBS))
        self.reader = Reader(self.tables)
        self.brain = ai.level(level, "round")  # a round is all that counts there
        self.rng = random.Random(seed)
        self.facts: list[tuple[int, ...]] = []
        self.top = ""  # the last card laid that we saw, as RLCard writes it
        self.decisions = 0
        self.seconds = 0.0

    def __call__(self, state: dict[str, Any]) -> str:
        """Choose among RLCard's legal actions."""
        legal = state["raw_legal_actions"]
        if len(legal) == 1:
            return legal[0]
        start = time.perf_counter()
        game, seat = self.rebuild(state["raw_obs"])
        action = self.brain.choose(game.view(seat), self.rng)
        self.seconds += time.perf_counter() - start
        self.decisions += 1
        if action.verb != PLAY:
            raise AssertionError(f"{action} where RLCard offers {legal}")
        text = self.reader.text(action.cards[0], action.color)
        if text not in legal:
            raise AssertionError(f"{text} is not one of {legal}")
        return text

    def top_of(self, seen: dict[str, Any]) -> str:
        """The top card with the colour in force.

        RLCard's `target` keeps the colour a wild had in the deck, not the one named, so the last
        of `played_cards` counts; after a reshuffle that list is empty and our memory stands in.
        """
        played = seen["played_cards"]
        return played[-1] if played else self.top or seen["target"]

    def rebuild(self, seen: dict[str, Any]) -> tuple[Game, int]:
        """A table of ours on which this seat sees what RLCard shows it."""
        reader, tables = self.reader, self.tables
        seat = seen["current_player"]
        hand = [reader.kind(text) for text in seen["hand"]]
        top = self.top_of(seen)
        discard = [reader.kind(text) for text in seen["played_cards"] or [top]]
        left = Counter({kind: count for kind, count in enumerate(tables.deck) if count})
        left.subtract(hand)
        left.subtract(discard)
        rest = [kind for kind, count in left.items() for _ in range(max(count, 0))]
        self.rng.shuffle(rest)
        others = seen["num_cards"][1 - seat]
        hands = [rest[:others], rest[:others]]
        hands[seat] = hand
        game = arrange(
            tables,
            ("We", "They"),
            hands=hands,
            draw=rest[others:],
            discard=discard,
            color=reader.color(top),
            turn=seat,
            dealer=1,
        )
        game.state.history = self.facts[:]
        return game, seat

    def note(self, who: int, action: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Keep one public move as facts of ours: what everybody at the table saw."""
        reader, facts = self.reader, self.facts
        top = self.top_of(before)
        color, kind = reader.color(top), reader.kind(top)
        if len(after["played_cards"]) < len(before["played_cards"]):
            facts.append((H_RESHUFFLED, -1, len(before["played_cards"])))
        if action != "draw":
            facts.append((H_PLAYED, who, reader.kind(action), reader.color(action), 0))
            self._penalty(who, action)
            self.top = action
            return
        facts.append((H_TURN_DRAW, who, color, kind, before["num_cards"][who]))
        facts.append((H_DREW, who, 1))
        if after["num_cards"][who] > before["num_cards"][who]:
            facts.append((H_KEPT, who, color, kind))
            self.top = top
            return
        self.top = after["played_cards"][-1] if after["played_cards"] else after["target"]
        facts.append((H_PLAYED, who, reader.kind(self.top), reader.color(self.top), 1))
        if not self.top.endswith("wild_draw_4"):
            self._penalty(who, self.top)

    def _penalty(self, who: int, laid: str) -> None:
        cards = PENALTY.get(laid.split("-")[1], 0)
        if cards:
            self.facts.append((H_DREW, 1 - who, cards))


def at_random(state: dict[str, Any]) -> str:
    """RLCard's random agent, on its own legal actions."""
    legal = state["raw_legal_actions"]
    return legal[int(random.random() * len(legal))]


def rule_agent() -> Player:
    """RLCard's `uno-rule-v1`."""
    load_rlcard()
    from rlcard.models.uno_rule_models import UNORuleAgentV1

    return UNORuleAgentV1().step


def play(env: Any, players: tuple[Player, Player]) -> int:
    """One round in RLCard's environment; returns who won."""
    ours = [player for player in players if isinstance(player, Ours)]
    state, seat = env.reset()
    for player in ours:
        player.facts, player.top = [], ""
    while not env.is_over():
        action = players[seat](state)
        before = state["raw_obs"]
        state, following = env.step(action, raw_action=True)
        for player in ours:
            player.note(seat, action, before, state["raw_obs"])
        seat = following
    return int(env.get_payoffs()[1] > 0)


def match(first: Player, second: Player, games: int, seed: int) -> tuple[int, int]:
    """Rounds won by `first` in seat 0 and in seat 1, of `games` each."""
    rlcard = load_rlcard()
    import numpy

    won = [0, 0]
    for seating in (0, 1):
        env = rlcard.make("uno", config={"seed": seed})
        random.seed(seed)
        numpy.random.seed(seed)
        players = (first, second) if seating == 0 else (second, first)
        for _ in range(games):
            won[seating] += play(env, players) == seating
    return won[0], won[1]


def interval(won: int, games: int) -> str:
    """The 95 % interval of a share (Wilson), in per cent."""
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return f"{100 * (middle - half):.1f} … {100 * (middle + half):.1f} %"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="rounds in each seating")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    games = max(args.games, 1)
    ours, rule = Ours(args.level, args.seed), rule_agent()
    report = Report(f"RLCard's UNO environment, {games:,} rounds in each seating, seed {args.seed}")
    pairs: tuple[tuple[str, Player, str, Player], ...] = (
        (args.level, ours, "uno-rule-v1", rule),
        (args.level, ours, "random", at_random),
        ("uno-rule-v1", rule, "random", at_random),
    )
    for name, first, against, second in pairs:
        leading, following = match(first, second, games, args.seed)
        report.add(
            f"{name} wins",
            f"{100 * (leading + following) / (2 * games):.1f} %"
            f" ({interval(leading + following, 2 * games)})",
            against,
            f"first seat {100 * leading / games:.1f} %, second {100 * following / games:.1f} %",
        )
    if ours.decisions:
        report.add(f"{args.level}, a decision", f"{ours.seconds / ours.decisions * 1e6:.0f} us")
    report.show(args.json)


if __name__ == "__main__":
    main()
