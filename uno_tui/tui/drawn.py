"""Lets go of what was drawn for screens that are gone.

Textual remembers the backgrounds of widgets in a cache of 1,024 entries whose keys are the
widgets' stores of finished lines, so that the lines of screens long closed stay in memory: tens
of MiB in a program that stays open for many matches.
"""

from __future__ import annotations

from contextlib import suppress


def forget_drawn() -> None:
    """Empty that cache, which is refilled as widgets are drawn; nothing where there is none."""
    with suppress(ImportError, AttributeError):
        from textual._styles_cache import StylesCache

        StylesCache.get_inner_outer.cache_clear()
