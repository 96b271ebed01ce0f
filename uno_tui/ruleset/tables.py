"""A ruleset compiled once into flat tables of ints, so that the engine's hot path only looks up.

Every list here is indexed by a card's *kind* unless its comment says otherwise. Two tables made
from equal rulesets are the same object (see `compile_tables`), and pickling one sends only the
ruleset.
"""

from __future__ import annotations

from typing import Any

from uno_tui.cards import Color, Kind
from uno_tui.ruleset.faces import COLOR_EFFECTS
from uno_tui.ruleset.schema import Ruleset

EFFECT_NAMES = (
    "skip", "reverse", "draw", "again", "swap-hands", "rotate-hands", "exchange-card", "dip",
    "everyone-draws", "silence", "color-wheel",
)  # fmt: skip
"""The effects that are carried out in order; `color`, `any-next` and `play-all-color` are not
steps but properties of the play itself. `skip-all` is `again` under another name."""

HAND_MOVING = frozenset({"swap-hands", "rotate-hands", "exchange-card", "dip"})
_ACTIONS = frozenset({"skip", "reverse", "draw", "again", "skip-all", "play-all-color"})

NEVER, NEXT_TURN, NEXT_CARD, OWN_NEXT_PLAY = range(4)
"""How `uno.window` is written in `Tables.window`."""


NO_COLOR, NAMED, KEPT = -1, -2, -3
"""`Tables.color_rule`: what colour a laid card brings when it is not simply its own."""

STEP_NOT_PLAIN, STEP_NONE, STEP_SKIP, STEP_REVERSE, STEP_DRAW = -1, 0, 1, 2, 3
"""`Tables.plain_step`: the one thing a plain card does beyond changing the top card."""

_PLAIN_STEPS = {"skip": STEP_SKIP, "reverse": STEP_REVERSE, "draw": STEP_DRAW}


def split_effect(text: str) -> tuple[str, int]:
    """`draw:4` -> ("draw", 4); an effect without a number has 0."""
    name, _, number = text.partition(":")
    return name, int(number) if number else 0


def _after_color(effects: list[tuple[str, int]]) -> int:
    """Where in a face's effects the colour has been settled; 0 when it names none."""
    names = [name for name, _ in effects]
    return max((names.index(name) + 1 for name in COLOR_EFFECTS if name in names), default=0)


class Tables:
    """What the engine needs to know of a ruleset; see the comments in `__init__`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.colors = tuple(Color(c.name, c.letter, c.style) for c in ruleset.colors)
        self._compile_kinds(ruleset)
        self._compile_effects(ruleset)
        self._compile_matching(ruleset)
        self._compile_answers(ruleset)
        self._compile_knobs(ruleset)
        self.plain_step = tuple(self._plain_step(kind) for kind in range(len(self.kinds)))

    def __reduce__(self) -> tuple[Any, ...]:
        return compile_tables, (self.ruleset,)

    def parse(self, code: str) -> int:
        """The kind written as `code`. Raises ValueError when this deck has no such card."""
        try:
            return self._by_code[code]
        except KeyError:
            raise ValueError(f"{code!r} is not a card of this deck") from None

    def code(self, kind: int) -> str:
        """The notation of a kind; `?` for a card that is not known."""
        return self.kinds[kind].code if kind >= 0 else "?"

    def name(self, kind: int) -> str:
        """A kind in words, e.g. `Red 7`, `Wild Draw Four`."""
        if kind < 0:
            return "a card"
        what = self.kinds[kind]
        if what.color < 0:
            return what.label
        return f"{self.colors[what.color].name.capitalize()} {what.label}"

    def color_name(self, color: int) -> str:
        """A colour in words; `any` for -1."""
        return self.colors[color].name if color >= 0 else "any"

    def _compile_kinds(self, ruleset: Ruleset) -> None:
        kinds: list[Kind] = []
        deck: list[int] = []
        cards = ruleset.deck.cards
        for index, color in enumerate(self.colors):
            for code, count in cards.each_color.items():
                face = ruleset.faces[code]
                number = face.number if face.number is not None else -1
                kinds.append(
                    Kind(
                        color.letter + code, index, code, face.label, number, face.wild, face.points
                    )
                )
                deck.append(count * ruleset.deck.copies)
        for code, count in cards.wilds.items():
            face = ruleset.faces[code]
            kinds.append(Kind(code, -1, code, face.label, -1, True, face.points))
            deck.append(count * ruleset.deck.copies)
        self.kinds = tuple(kinds)
        self.deck = tuple(deck)
        self.full_deck = tuple(kind for kind, count in enumerate(deck) for _ in range(count))
        self._by_code = {kind.code: index for index, kind in enumerate(kinds)}
        faces = list(dict.fromkeys(kind.face for kind in kinds))
        self.faces = tuple(faces)
        self.color_of = tuple(kind.color for kind in kinds)
        self.face_of = tuple(faces.index(kind.face) for kind in kinds)
        self.is_wild = tuple(kind.wild for kind in kinds)
        self.points = tuple(kind.points for kind in kinds)
        self.number = tuple(kind.number for kind in kinds)

    def _compile_effects(self, ruleset: Ruleset) -> None:
        trigger = ruleset.silence.trigger
        effects: list[list[tuple[str, int]]] = []
        for kind in self.kinds:
            own = [split_effect(text) for text in ruleset.faces[kind.face].effects]
            if (trigger == "2" and kind.face == "2") or (trigger == "wild" and kind.wild):
                # Silence starts with the card, before anybody is asked for anything, but knows the colour.
                own.insert(_after_color(own), ("silence", 0))
            effects.append([("again", n) if name == "skip-all" else (name, n) for name, n in own])
        names = [{name for name, _ in own} for own in effects]
        self.effects = tuple(tuple(own) for own in effects)
        # Steps as (index into EFFECT_NAMES, number), last first: the agenda is a stack.
        self.program = tuple(
            tuple(
                (EFFECT_NAMES.index(name), n) for name, n in reversed(own) if name in EFFECT_NAMES
            )
            for own in effects
        )
        self.draw_n = tuple(sum(n for name, n in own if name == "draw") for own in effects)
        self.makes_draw = tuple(bool(own & {"draw", "everyone-draws"}) for own in names)
        self.wants_color = tuple("color" in own for own in names)
        self.wheel = tuple("color-wheel" in own for own in names)
        self.any_next = tuple("any-next" in own for own in names)
        self.color_rule = tuple(
            NAMED
            if self.wants_color[index]
            else NO_COLOR
            if self.any_next[index]
            else KEPT
            if self.wheel[index] or kind.color < 0
            else kind.color
            for index, kind in enumerate(self.kinds)
        )
        self.lays_color = tuple(
            "play-all-color" in own and kind.color >= 0
            for own, kind in zip(names, self.kinds, strict=True)
        )
        self.swaps = tuple("swap-hands" in own for own in names)
        self.exchanges = tuple("exchange-card" in own for own in names)
        self.targets = tuple(bool(own & {"swap-hands", "exchange-card"}) for own in names)
        self.reverses = tuple(
            "reverse" in own and kind.color >= 0 and not kind.wild
            for own, kind in zip(names, self.kinds, strict=True)
        )
        self.is_action = tuple(
            bool(own & _ACTIONS) and not kind.wild
            for own, kind in zip(names, self.kinds, strict=True)
        )

    def _compile_matching(self, ruleset: Ruleset) -> None:
        symbols = ruleset.turn.match_symbols
        rows: list[tuple[bytes, ...]] = []
        looks = list(zip(self.color_of, self.face_of, self.is_wild, self.number, strict=True))
        for color in range(len(self.colors)):
            row = [
                bytes(
                    wild or own == color or (of == face and (symbols or number >= 0))
                    for own, of, wild, number in looks
                )
                for face in range(len(self.faces))
            ]
            rows.append(tuple(row))
        anything = tuple(bytes([1]) * len(self.kinds) for _ in self.faces)
        # match[color][face of the top card] -> bytes by kind; the last row (-1) is for colour `any`.
        self.match = (*rows, anything)
        self.symbols = symbols

    def _compile_answers(self, ruleset: Ruleset) -> None:
        answers, wild_draw = ruleset.answers, ruleset.wild_draw
        self.answer_mode = answers.draw
        self.stacks = answers.draw == "stack"
        self.cross = answers.cross
        self.deflects = answers.reverse_deflects
        self.beats = answers.draw2_beats_wild_draw
        # Faces whose penalty may be answered, and those that section W holds for.
        self.answerable = tuple(
            answers.draw != "none"
            and self.draw_n[index] > 0
            and (answers.faces is None or kind.face in answers.faces)
            for index, kind in enumerate(self.kinds)
        )
        self.section_w = tuple(
            kind.wild
            and self.draw_n[index] > 0
            and (wild_draw.faces is None or kind.face in wild_draw.faces)
            for index, kind in enumerate(self.kinds)
        )
        self.strict = wild_draw.policing == "strict"
        self.challenges = wild_draw.policing == "challenge"
        self.legal_if = wild_draw.legal_if
        self.takes_back = wild_draw.guilty == "takes-back"
        self.challenge_extra = wild_draw.challenge_extra
        self.beatable = tuple(
            answers.draw2_beats_wild_draw != "none"
            and kind.face == "W+4"
            and self.draw_n[index] > 0
            for index, kind in enumerate(self.kinds)
        )
        self.draw_two = tuple(
            kind.color >= 0 and not kind.wild and self.draw_n[index] == 2
            for index, kind in enumerate(self.kinds)
        )
        jump = ruleset.jump_in
        self.jump_self = jump.who == "self"
        # A card whose twin may be laid on it out of turn (J-1); and of those the ones that have a twin.
        self.jump_kind = tuple(
            jump.enabled and (not kind.wild or (jump.wild and not self.makes_draw[index]))
            for index, kind in enumerate(self.kinds)
        )
        self.jumpable = tuple(
            may and count >= 2 for may, count in zip(self.jump_kind, self.deck, strict=True)
        )
        self.jump_in = jump.enabled

    def _plain_step(self, kind: int) -> int:
        """What laying this kind does when that is simple enough for `engine.quick`."""
        rule = self.color_rule[kind]
        if rule not in (self.color_of[kind], NAMED) or rule == NO_COLOR:
            return STEP_NOT_PLAIN
        program = self.program[kind]
        if not program:
            return STEP_NONE
        name = EFFECT_NAMES[program[0][0]]
        if len(program) > 1 or self.is_wild[kind] or name not in _PLAIN_STEPS:
            return STEP_NOT_PLAIN
        if self.deflects and name != "reverse":
            return STEP_NOT_PLAIN  # it may be sent back (P-4)
        n = self.draw_n[kind]
        waits = self.answerable[kind] or self.jump_kind[kind] or self.beatable[kind]
        if n and (
            waits or not self.draw_loses_turn or self.end_when_empty or (self.ready and n > 3)
        ):
            return STEP_NOT_PLAIN
        return _PLAIN_STEPS[name]

    def _compile_knobs(self, ruleset: Ruleset) -> None:
        turn, uno, scoring = ruleset.turn, ruleset.uno, ruleset.scoring
        self.optional_draw = turn.optional_draw
        self.until_playable = turn.draw == "until-playable"
        # Drawing one card that may be laid or kept, nothing special about it (see engine.quick).
        self.plain_draw = turn.draw == "one" and turn.play_drawn == "may" and not self.strict
        self.must_play_drawn = turn.play_drawn == "must"
        self.never_play_drawn = turn.play_drawn == "never"
        self.draw_loses_turn = turn.draw_loses_turn
        self.pair_skips = turn.identical_skip
        # Kinds of which two may be laid as one play (T-7, H-13).
        self.pairs = tuple(
            kind.color >= 0
            and not kind.wild
            and ((turn.doubles and kind.number >= 0) or turn.identical_skip)
            for kind in self.kinds
        )
        self.has_pairs = any(self.pairs)
        self.has_lay_color = any(self.lays_color)
        self.end_when_empty = ruleset.deck.exhausted == "end-round"
        self.flips = ruleset.deck.exhausted == "flip"
        self.window = {
            "next-turn": NEXT_TURN,
            "next-card": NEXT_CARD,
            "own-next-play": OWN_NEXT_PLAY,
        }[uno.window]
        self.call_with_play = uno.call == "with-play"
        self.caught_draws = uno.penalty
        self.uncaught_draws = uno.uncaught
        self.slap = uno.slap
        self.mistake = ruleset.penalties.mistake
        self.false_call = max(uno.false_call, ruleset.penalties.mistake)
        self.advice = ruleset.penalties.advice
        self.ready = ruleset.courtesy.ready
        self.last_left = ruleset.round.ends == "last-left"
        self.refills = tuple(ruleset.round.refills)
        self.limit = ruleset.round.limit
        self.deal_cards = ruleset.deal.cards
        self.drafts = ruleset.deal.method == "draft"
        self.dealer_opens = ruleset.deal.dealer_opens
        self.redraws = ruleset.dealer.action_card == "redraw"
        first = ruleset.first_card
        self.turns_first_card = not first.none
        # Kinds that do not stay on the discard pile when turned as the first card (S-7).
        self.goes_back = tuple(
            (first.wild_draw if self.draw_n[kind] else first.wild) == "bury"
            if self.is_wild[kind]
            else first.actions == "replace" and self.is_action[kind]
            for kind in range(len(self.kinds))
        )
        # Kinds a seat could draw as its card for the dealer: a plain number (S-2).
        self.deals = tuple(
            self.number[kind] >= 0 and not self.is_wild[kind] and not self.is_action[kind]
            for kind in range(len(self.kinds))
        )
        # What each kind counts in a hand, apart from a lone zero (C-1, C-5).
        self.hand_points = tuple(
            0 if scoring.count == "numbers" and (self.number[kind] < 0 or self.is_wild[kind])
            else self.points[kind]
            for kind in range(len(self.kinds))
        )  # fmt: skip
        self.lone_zero = scoring.lone_zero
        self.last_card_bonus = scoring.last_card_bonus
        self.method = scoring.method
        self.points_per_out = scoring.method == "points-per-out"


_CACHE: dict[str, Tables] = {}
_CACHE_SIZE = 512


def compile_tables(ruleset: Ruleset) -> Tables:
    """The tables of a ruleset; the same object for equal rulesets."""
    key = ruleset.model_dump_json()
    tables = _CACHE.get(key)
    if tables is None:
        if len(_CACHE) >= _CACHE_SIZE:
            _CACHE.clear()
        tables = _CACHE[key] = Tables(ruleset)
    return tables
