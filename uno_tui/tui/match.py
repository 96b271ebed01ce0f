"""From what people chose to a table in progress: new, again, or from a save. No widgets here."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from uno_tui.ai import make
from uno_tui.ai.temperament import ai_names
from uno_tui.cards import clean_name
from uno_tui.ruleset.checks import seats_problem
from uno_tui.ruleset.load import load, with_overrides
from uno_tui.ruleset.schema import Ruleset
from uno_tui.ruleset.write import difference
from uno_tui.store.paths import paths
from uno_tui.store.record import SeatSpec
from uno_tui.store.settings import LastSeat, LastTable, Settings
from uno_tui.tui.flat import flatten

if TYPE_CHECKING:
    from uno_tui.session import Brain, BrainFactory, Pace, Table

MAX_SEED = 2**63 - 1


class MatchError(ValueError):
    """A table that cannot be dealt or gone on with; one sentence for the person."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """A table as agreed on: the rules, who sits where (clockwise), and the seed of the deal."""

    ruleset: Ruleset
    seats: tuple[SeatSpec, ...]
    seed: int


def own_folders() -> tuple[Path, ...]:
    """Where the user's own rulesets are."""
    return (paths().rulesets,)


def new_seed() -> int:
    """A seed nobody chose, short enough to read out."""
    return secrets.randbelow(1_000_000_000)


def ai_name(taken: Iterable[str]) -> str:
    """A name for an AI seat that nobody at the table has yet."""
    used = set(taken)
    return next((name for name in ai_names() if name not in used), f"AI {len(used) + 1}")


def seat_specs(wishes: Sequence[tuple[str, str]]) -> tuple[SeatSpec, ...]:
    """Seats from (name, level) pairs: an empty level is a person, an empty name gets one."""
    taken = [name for name, _ in wishes if name]
    seats: list[SeatSpec] = []
    for name, level in wishes:
        if not level:
            seats.append(SeatSpec(clean_name(name), "human"))
            continue
        own = name or ai_name(taken)
        taken.append(own)
        seats.append(SeatSpec(own, "ai", level))
    return tuple(seats)


def request_of(
    which: str | Path,
    wishes: Sequence[tuple[str, str]],
    seed: int | None = None,
    target: int | None = None,
) -> MatchRequest:
    """A table from the command line's words. Raises MatchError with a sentence."""
    try:
        rules = load(which, folders=own_folders())
    except ValueError as error:
        raise MatchError(str(error)) from None
    if target is not None:
        # Without a target somebody has to say when it ends: after one round.
        knobs = {"scoring.target": target} if target else {"scoring.target": 0, "match.rounds": 1}
        try:
            rules = with_overrides(rules, knobs)
        except ValueError as error:
            reason = getattr(error, "what", error)
            raise MatchError(f"{rules.name} cannot be played to {target}: {reason}.") from None
    request = MatchRequest(rules, seat_specs(wishes), new_seed() if seed is None else seed)
    problem = seats_problem(rules, len(request.seats))
    if problem:
        raise MatchError(problem)
    return request


def remembered(base: Ruleset, request: MatchRequest, seed_chosen: bool) -> LastTable:
    """A table as the settings remember it, to be offered again."""
    return LastTable(
        variant=base.id,
        seats=[LastSeat(**seat._asdict()) for seat in request.seats],
        knobs=flatten(difference(request.ruleset, base)),
        seed=request.seed if seed_chosen else None,
    )


def last_request(settings: Settings) -> MatchRequest:
    """The last table again, with new cards. Raises MatchError when it cannot be had any more."""
    last = settings.last_table
    if not last.seats:
        return request_of("classic", default_wishes())
    try:
        rules = load(last.variant, last.knobs, own_folders())
    except ValueError as error:
        raise MatchError(f"The last table cannot be dealt again: {error}") from None
    seats = tuple(SeatSpec(**seat.model_dump()) for seat in last.seats)
    problem = seats_problem(rules, len(seats))
    if problem:
        raise MatchError(problem)
    return MatchRequest(rules, seats, new_seed())


def default_wishes() -> list[tuple[str, str]]:
    """A first table: one person and three opponents of rising strength."""
    return [("Player", ""), ("", "easy"), ("", "normal"), ("", "hard")]


# Saves


def latest_save() -> Path | None:
    """The saved match that was played last and can be gone on with; None when there is none."""
    from uno_tui.store import saves

    facts = saves.latest_save()
    return facts.path if facts is not None else None


def summary_of_latest() -> str:
    """The latest save in a few words, e.g. `Classic · round 3 · Ann 120, Ben 88`; "" when none."""
    from uno_tui.store import saves

    facts = saves.latest_save()
    if facts is None:
        return ""
    scores = ", ".join(
        f"{seat.name} {score}" for seat, score in zip(facts.seats, facts.scores, strict=False)
    )
    return f"{facts.title or facts.ruleset_name} · round {facts.round_no} · {scores}"


# Tables


def new_table(request: MatchRequest, settings: Settings) -> Table:
    """Deal the match that was asked for. Raises MatchError with a sentence."""
    from uno_tui.session import Table

    try:
        return Table.begin(
            request.ruleset,
            request.seats,
            request.seed,
            pace_of(settings),
            brains=brains_for(settings),
            assists=settings.assists,
            open_hands=not any(seat.kind == "human" for seat in request.seats),
            undo=settings.undo,
        )
    except (ValueError, OSError) as error:
        raise MatchError(_sentence(error)) from None


def resume_table(path: Path, settings: Settings) -> Table:
    """Go on with a save, exactly where it was. Raises MatchError with a sentence."""
    from uno_tui.session import Table
    from uno_tui.store.saves import load_save

    try:
        return Table.resume(
            load_save(path),
            pace_of(settings),
            brains=brains_for(settings),
            assists=settings.assists,
            undo=settings.undo,
        )
    except (ValueError, OSError, RuntimeError) as error:
        raise MatchError(f"This match cannot be gone on with: {_sentence(error)}") from None


def pace_of(settings: Settings) -> Pace:
    """The pace that the settings ask for."""
    from uno_tui.session import Pace

    return Pace(settings.pace, settings.reaction_window)


def brains(spec: SeatSpec) -> Brain:
    """The AI for a seat. Raises ValueError for a level that is not known."""
    return make(spec.level, spec.temperament)


def brains_for(settings: Settings) -> BrainFactory:
    """What makes the AIs of a table: a level that searches does it as long as the settings say."""

    def make_one(spec: SeatSpec) -> Brain:
        brain = brains(spec)
        if hasattr(brain, "seconds"):
            brain.seconds = settings.expert_think
        return brain

    return make_one


def _sentence(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
