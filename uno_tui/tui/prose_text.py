"""The rules of a variant as text for a page: headings and sentences, always literal."""

from __future__ import annotations

from textual.content import Content

from uno_tui.ruleset.prose import rules
from uno_tui.ruleset.schema import Ruleset


def prose(ruleset: Ruleset, ascii_only: bool = False) -> Content:
    """All rules of `ruleset`, one sentence a bullet."""
    bullet = "-" if ascii_only else "·"
    parts: list[Content] = []
    for section in rules(ruleset):
        parts.append(Content.styled(section.title, "bold $uno-good"))
        parts += [Content(f"{bullet} {sentence}") for sentence in section.sentences]
        parts.append(Content(""))
    return Content("\n").join(parts[:-1] if parts and not parts[-1].plain else parts)
