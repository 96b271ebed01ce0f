"""A move taken back is not told in the log any more."""

from __future__ import annotations

from tests.waiting import until
from uno_tui.tui.app import UnoApp
from uno_tui.tui.match import request_of

from .screen_text import screen_text


async def test_the_log_forgets_what_was_taken_back() -> None:
    app = UnoApp(request_of("classic", [("Ann", ""), ("", "easy")], seed=7))
    async with app.run_test(size=(140, 40)) as pilot:
        app.settings.pace, app.settings.motion = "instant", False
        app.apply_settings()
        await until(pilot, lambda: "Your turn" in screen_text(app))
        await pilot.press("d")
        await until(pilot, lambda: "You drew Green 5." in screen_text(app))
        await pilot.press("p")
        await until(pilot, lambda: "You kept the drawn card." in screen_text(app))
        await until(pilot, lambda: "Your turn" in screen_text(app))
        await pilot.press("z")
        await until(pilot, lambda: "│ The last move was taken back." in screen_text(app))
        text = screen_text(app)
        assert "You drew Green 5." in text
        assert "You kept the drawn card." not in text
        assert "Bo laid Green 9." not in text
