"""From what files say to what a complete `Ruleset` needs: merging, faces, dotted knobs.

Works on plain dicts. Values of the wrong type are passed through for the models to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uno_tui.ruleset import faces
from uno_tui.ruleset.checks import Problem

MAX_DEPTH = 8
OWN_WORDS = ("id", "name", "summary", "extends")
"""Keys a file does not take over from the one it extends."""


class ResolveError(ValueError):
    """A problem found before the models see the data; `problem` says where and what."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` on top of `base`, table by table; lists and single values replace."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = merge(below, value)
        else:
            merged[key] = value
    return merged


def nested(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted knobs as nested tables: {"uno.penalty": 4} -> {"uno": {"penalty": 4}}.

    Later ones win. Raises ResolveError for a name with absurdly many parts.
    """
    tree: dict[str, Any] = {}
    for dotted, value in overrides.items():
        branch: dict[str, Any] = {}
        parts = dotted.split(".")
        if len(parts) > MAX_DEPTH:
            raise ResolveError(Problem(dotted, "is not a knob; it has too many parts"))
        at = branch
        for part in parts[:-1]:
            at[part] = {}
            at = at[part]
        at[parts[-1]] = value
        tree = merge(tree, branch)
    return tree


def frozen(value: Any, depth: int = 0) -> Any:
    """Lists as tuples, all the way down. Raises ResolveError on absurdly deep nesting."""
    if depth > 2 * MAX_DEPTH:
        raise ResolveError(Problem("", "tables or lists are nested too deeply"))
    if isinstance(value, Mapping):
        return {key: frozen(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return tuple(frozen(inner, depth + 1) for inner in value)
    return value


def complete(data: Mapping[str, Any]) -> dict[str, Any]:
    """The merged file data with the deck counted out and every face in it described.

    Counts lie on top of the standard deck, 0 takes a face out. Raises ResolveError for a face
    that nothing describes.
    """
    full = dict(data)
    described = full.get("faces", {})
    deck = full.get("deck", {})
    if not isinstance(described, Mapping) or not isinstance(deck, Mapping):
        return full
    cards = deck.get("cards", {})
    if not isinstance(cards, Mapping):
        return full
    counts = {
        "each_color": _counts(faces.STANDARD_EACH_COLOR, cards.get("each_color", {})),
        "wilds": _counts(faces.STANDARD_WILDS, cards.get("wilds", {})),
    }
    full["deck"] = {**deck, "cards": {**cards, **counts}}
    if all(isinstance(table, Mapping) for table in counts.values()):
        full["faces"] = _faces(described, counts, cards)
    bonus = _bonus(full.get("scoring"))
    if bonus is not None:
        full["scoring"] = bonus
    return full


def _counts(standard: Mapping[str, int], given: Any) -> Any:
    if not isinstance(given, Mapping):
        return given
    return {code: n for code, n in {**standard, **given}.items() if n != 0 or n is False}


def _bonus(scoring: Any) -> dict[str, Any] | None:
    """The scoring table without bonuses of 0; None when there is nothing to take out."""
    if not isinstance(scoring, Mapping) or not isinstance(scoring.get("last_card_bonus"), Mapping):
        return None
    kept = {code: n for code, n in scoring["last_card_bonus"].items() if n != 0 or n is False}
    return {**scoring, "last_card_bonus": kept}


def _faces(
    described: Mapping[str, Any], counts: Mapping[str, Any], cards: Mapping[str, Any]
) -> dict[str, Any]:
    in_deck = [*counts["each_color"], *counts["wilds"]]
    mentioned = {*in_deck, *faces.BUILT_IN}
    for table in ("each_color", "wilds"):
        mentioned |= set(cards.get(table, {}))
    for code in described:
        if code not in mentioned:
            raise ResolveError(Problem(f"faces.{code}", _not_in_deck(code, in_deck)))
    resolved: dict[str, Any] = {}
    for code in in_deck:
        given = described.get(code, {})
        if not isinstance(given, Mapping):
            resolved[code] = given
            continue
        if not given and not faces.built_in_face(code):
            table = "wilds" if code in counts["wilds"] else "each_color"
            raise ResolveError(Problem(f"deck.cards.{table}.{code}", _undescribed(code, described)))
        resolved[code] = faces.complete_face(code, given)
    return resolved


def _not_in_deck(code: str, in_deck: list[str]) -> str:
    guess = faces.nearest(code, in_deck)
    hint = f"; did you mean {guess!r}?" if guess else ""
    return f"no card of the deck has the face {code[:20]!r}{hint}"


def _undescribed(code: str, described: Mapping[str, Any]) -> str:
    guess = faces.nearest(code, [*described, *faces.BUILT_IN])
    hint = f" (or did you mean {guess!r}?)" if guess else ""
    return f"nothing says what {code[:20]!r} does: describe it in a table faces.{code[:20]!r}{hint}"
