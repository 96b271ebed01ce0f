"""The results of a simulation as a table, JSON, CSV or bars."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from uno_tui.faces.simulate_tally import SHARE, Tally, elo, share_between, wilson
from uno_tui.ruleset.tables import Tables

PLAIN_WIDTH = 100
"""Columns when the output goes to a file or a pipe."""


class Run(NamedTuple):
    """What was played, and how long it took."""

    tables: Tables
    levels: tuple[str, ...]
    """The seats of the table, or the contestants of a tournament."""
    unit: str
    seed: int
    seconds: float
    wanted: int
    """Games asked for, of all series together."""
    tallies: dict[tuple[str, ...], Tally]
    tournament: bool = False
    stopped: bool = False

    @property
    def total(self) -> Tally:
        """All games together."""
        return sum(self.tallies.values(), Tally())

    def seats(self, level: str) -> int:
        """How many seats of a table this level has."""
        return 1 if self.tournament else self.levels.count(level)


def as_json(run: Run) -> dict[str, Any]:
    """The one object that `--json` prints."""
    total = run.total
    found: dict[str, Any] = {
        "ruleset": run.tables.ruleset.id,
        "unit": run.unit,
        "games": total.games,
        "seed": run.seed,
        "seconds": round(run.seconds, 3),
        "games_per_second": round(total.games / run.seconds, 2) if run.seconds else 0.0,
        "turns_per_game": round(total.turns / total.games, 3) if total.games else 0.0,
        "unfinished": total.unfinished,
        "levels": {row["level"]: _without(row, "level") for row in rows(run)},
    }
    if total.events:
        found["events"] = dict(total.events.most_common())
    if run.tournament:
        ratings = elo(_pairs(run))
        found["elo"] = {name: round(rating, 1) for name, rating in ratings.items()}
        found["pairs"] = [_pair_row(pair, tally) for pair, tally in _pairs(run).items()]
    return found


def rows(run: Run) -> list[dict[str, Any]]:
    """One row a level, in the order in which they were named."""
    total = run.total
    found = []
    for level in dict.fromkeys(run.levels):
        low, high = total.interval(level)
        seats = run.seats(level)
        found.append(
            {
                "level": level,
                "seats": seats,
                "games": total.seated[level] // seats,
                "wins": _whole(total.wins[level]),
                "win_rate": round(total.win_rate(level), 5),
                "ci95": [round(low, 5), round(high, 5)],
                "points": total.points[level],
            }
        )
    return found


def _whole(parts: int) -> float:
    wins = parts / SHARE
    return int(wins) if wins == int(wins) else round(wins, 3)


def _without(row: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != key}


def _pairs(run: Run) -> dict[tuple[str, str], Tally]:
    return {(key[0], key[1]): tally for key, tally in run.tallies.items() if tally.games}


def _pair_row(pair: tuple[str, str], tally: Tally) -> dict[str, Any]:
    share = share_between(tally, *pair)
    low, high = wilson(share * tally.games, tally.games)
    return {
        "first": pair[0],
        "second": pair[1],
        "games": tally.games,
        "share": round(share, 5),
        "ci95": [round(low, 5), round(high, 5)],
    }


def print_json(run: Run) -> None:
    """One object on stdout, on one line a field."""
    print(json.dumps(as_json(run), indent=1, ensure_ascii=False))


def print_csv(run: Run) -> None:
    """One line a level, with a heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["level", "seats", "games", "wins", "win_rate", "low", "high", "points"])
    for row in rows(run):
        low, high = row["ci95"]
        writer.writerow(
            [row[k] for k in ("level", "seats", "games", "wins", "win_rate")]
            + [low, high, row["points"]]
        )
    print(out.getvalue(), end="")


def console() -> Console:
    """Where tables go: the terminal, or plain text of a fixed width."""
    plain = Console(markup=False, emoji=False, highlight=False)
    if plain.is_terminal:
        return plain
    return Console(markup=False, emoji=False, highlight=False, width=PLAIN_WIDTH)


def print_tables(run: Run, plot: bool) -> None:
    """Everything a person wants to see."""
    out = console()
    total = run.total
    if not total.games:
        out.print("Stopped before the first game was over.")
        return
    out.print(_levels_table(run))
    if run.tournament:
        out.print(_pairs_table(run))
    if plot:
        _bars(out, run)
    out.print(_seats_table(run))
    out.print(_lengths_line(total))
    out.print(_cards_table(run))
    if total.events:
        out.print(_events_table(total))
    _closing(out, run)


def _levels_table(run: Run) -> Table:
    name = run.tables.ruleset.name
    what = "matches" if run.unit == "match" else "rounds"
    table = Table(
        title=f"{name}: {run.total.games:,} {what}, seed {run.seed}", title_justify="left"
    )
    table.add_column("level")
    for heading in ("seats", "wins", "win rate", "95 % interval", "points a game"):
        table.add_column(heading, justify="right")
    ratings = elo(_pairs(run)) if run.tournament else {}
    if ratings:
        table.add_column("Elo", justify="right")
    for row in rows(run):
        low, high = row["ci95"]
        cells = [
            row["level"],
            str(row["seats"]),
            f"{row['wins']:,}",
            f"{100 * row['win_rate']:.1f} %",
            f"{100 * low:.1f} – {100 * high:.1f} %",
            f"{row['points'] / max(1, row['games'] * row['seats']):.1f}",
        ]
        table.add_row(
            *cells, *([f"{ratings[row['level']]:.0f}"] if row["level"] in ratings else [])
        )
    return table


def _pairs_table(run: Run) -> Table:
    table = Table(title="Pair by pair (share won by the first)", title_justify="left")
    for heading in ("first", "second", "games", "share", "95 % interval"):
        table.add_column(heading, justify="left" if heading in ("first", "second") else "right")
    for pair, tally in _pairs(run).items():
        row = _pair_row(pair, tally)
        low, high = row["ci95"]
        table.add_row(
            pair[0],
            pair[1],
            f"{tally.games:,}",
            f"{100 * row['share']:.1f} %",
            f"{100 * low:.1f} – {100 * high:.1f} %",
        )
    return table


def _bars(out: Console, run: Run) -> None:
    """Win rates as bars; the brackets are the 95 % interval."""
    found = rows(run)
    width = 50
    top = max([row["ci95"][1] for row in found] + [0.01])
    longest = max(len(row["level"]) for row in found)
    for row in found:
        low, high = (round(width * value / top) for value in row["ci95"])
        filled = round(width * row["win_rate"] / top)
        bar = ["█" if at < filled else " " for at in range(width + 1)]
        bar[min(low, width)], bar[min(high, width)] = "[", "]"
        out.print(f"{row['level']:>{longest}} {''.join(bar)} {100 * row['win_rate']:.1f} %")


def _seats_table(run: Run) -> Table:
    total = run.total
    seats = max(total.places, default=0) + 1
    table = Table(title="Rounds won by place (1 = left of the dealer)", title_justify="left")
    for place in range(seats):
        table.add_column(str(place + 1), justify="right")
    won = [total.places[place] / SHARE for place in range(seats)]
    whole = sum(won) or 1.0
    table.add_row(*(f"{100 * value / whole:.1f} %" for value in won))
    return table


def _lengths_line(total: Tally) -> str:
    marks = (0.05, 0.25, 0.5, 0.75, 0.95)
    told = ", ".join(f"{round(100 * mark)} % ≤ {total.length_at(mark)}" for mark in marks)
    broken = f"; {total.unfinished} broken off by the limit" if total.unfinished else ""
    return (
        f"Turns a round: {total.turns_per_round():.1f} on average; {told}, "
        f"longest {max(total.lengths, default=0)}{broken}."
    )


def _cards_table(run: Run) -> Table:
    """How often each card is laid, by whom, and how often it wins the round."""
    total = run.total
    rules = run.tables.ruleset
    table = Table(title="Cards", title_justify="left")
    table.add_column("card")
    for heading in ("laid a round", "by the winner", "last card of"):
        table.add_column(heading, justify="right")
    ended = sum(total.last.values())
    for face in _faces_in_order(run.tables):
        laid = total.laid[face]
        if not laid:
            continue
        table.add_row(
            f"{rules.faces[face].label} ({face})",
            f"{laid / total.rounds:.2f}",
            f"{100 * total.laid_by_winner[face] / laid:.1f} %",
            f"{100 * total.last[face] / ended:.1f} %" if ended else "–",
        )
    return table


def _events_table(total: Tally) -> Table:
    """What happened at the tables between the deal and the end of the round, the commonest first."""
    table = Table(title="What happened", title_justify="left")
    table.add_column("event")
    table.add_column("a round", justify="right")
    for kind, count in total.events.most_common():
        table.add_row(kind, f"{count / total.rounds:.2f}")
    return table


def _faces_in_order(tables: Tables) -> list[str]:
    return list(Counter(kind.face for kind in tables.kinds))


def _closing(out: Console, run: Run) -> None:
    total = run.total
    rate = total.games / run.seconds if run.seconds else 0.0
    out.print(f"{run.seconds:.1f} s, {rate:,.0f} games a second.")
    if run.stopped:
        out.print(f"Stopped: {total.games:,} of {run.wanted:,} games were played.")
