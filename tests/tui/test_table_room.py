"""Where room is short something gives way, and what stays is whole."""

from __future__ import annotations

import pytest

from uno_tui.tui.app import UnoApp

from .screen_text import screen_text
from .test_table import settle, sit_down, table_of


async def test_a_narrow_status_line_gives_up_the_direction_before_the_pace() -> None:
    app = UnoApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await sit_down(table_of("R7 B2", rules="deflect"), pilot, app)
        status = screen_text(app).splitlines()[0]
        assert status.endswith(" pace instant")
        assert "clockwise" not in status
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert screen_text(app).splitlines()[0].endswith(" clockwise · pace instant")


@pytest.mark.parametrize(("size", "others"), [((80, 24), 9), ((60, 20), 9), ((80, 24), 4)])
async def test_what_a_seat_says_is_cut_between_its_marks(
    size: tuple[int, int], others: int
) -> None:
    app = UnoApp()
    async with app.run_test(size=size) as pilot:
        screen = await sit_down(table_of("R7 B2", ais=others), pilot, app)
        screen.bubbles = {1: "challenge!", 2: "well, look at that, a surprise", 4: "lay that!"}
        screen.update()
        await settle(pilot)
        text = screen_text(app)
        assert "“challenge!”" in text
        assert "“lay that!”" in text
        assert "…”" in text
        assert text.count("“") == text.count("”") == 3
