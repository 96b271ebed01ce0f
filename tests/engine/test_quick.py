"""The quick path does exactly what the rules' own code does: same games, same positions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from uno_tui.engine import game as game_module
from uno_tui.engine.game import Game
from uno_tui.engine.state import ROUND_OVER
from uno_tui.resources import shipped
from uno_tui.ruleset.load import load

RULESETS = sorted(path.stem for path in Path(shipped("rulesets")).glob("*.toml"))


def play(ruleset: str, seed: int, seats: int) -> tuple[list[str], int]:
    """Positions of one random round, and how many actions the quick path carried out."""
    names = [f"p{seat}" for seat in range(seats)]
    game = Game(load(ruleset), names, seed)
    rng = Random(seed)
    positions = []
    while game.phase < ROUND_OVER and len(positions) < 400:
        seat = rng.choice(game.asked())
        choices = game.options(seat)
        offers = [action for action in game.offers(seat) if action.verb < 11]
        action = rng.choice(offers) if offers and rng.random() < 0.5 else rng.choice(choices)
        assert game.apply(seat, action).accepted
        positions.append(game.position())
    return positions, len(positions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_quick_and_slow_agree(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load(ruleset)
    taken = []
    real = game_module.quick

    def counting(*args: object) -> bool:
        done = real(*args)  # type: ignore[arg-type]
        taken.append(done)
        return done

    for seed in range(4):
        seats = min(rules.players.max, max(rules.players.min, 2 + seed))
        monkeypatch.setattr(game_module, "quick", counting)
        quick, _ = play(ruleset, seed, seats)
        monkeypatch.setattr(game_module, "quick", lambda *args: False)
        slow, _ = play(ruleset, seed, seats)
        assert quick == slow
    assert any(taken)
