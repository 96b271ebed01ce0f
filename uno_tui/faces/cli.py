"""The command line in full: what each command takes, told to Typer; the work is imported lazily.

`__main__.py` goes past this module for the commonest calls; it calls the same functions.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from uno_tui import __version__
from uno_tui.faces.wording import UserError, nearest

app = typer.Typer(
    name="uno-tui",
    help="UNO with every variant people really play, in your terminal. An unofficial fan project.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Unit(StrEnum):
    """What `simulate` counts as one game."""

    round = "round"
    match = "match"


Files = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]
RulesetOption = Annotated[
    str | None, typer.Option(metavar="ID|FILE", help="The variant: its id or a TOML file.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
Seed = Annotated[int | None, typer.Option(help="The deal: the same number, the same cards.")]


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit code, raises UserError for wrong usage."""
    try:
        code = app(arguments, prog_name="uno-tui", standalone_mode=False)
    except Exception as error:
        # Typer carries its own copy of click; its usage errors are known by their shape.
        tell = getattr(error, "format_message", None)
        if tell is None:
            if type(error).__name__ == "Abort":
                raise KeyboardInterrupt from None
            raise
        raise UserError(_usage_sentence(tell(), arguments)) from None
    return code if isinstance(code, int) else 0


def _usage_sentence(message: str, arguments: list[str]) -> str:
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    first = next((word for word in arguments if not word.startswith("-")), "")
    if message.startswith("No such command"):
        return f"there is no command {first!r}{nearest(first, names)}; see `uno-tui --help`"
    sentence = message[:1].lower() + message[1:].rstrip(".")
    return f"{sentence}; see `uno-tui {first + ' ' if first in names else ''}--help`"


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"uno-tui {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> int:
    """UNO with every variant people really play, in your terminal. An unofficial fan project."""
    if context.invoked_subcommand is not None:
        return 0
    from uno_tui.faces.play import play as start

    return start()


@app.command()
def play(
    ruleset: RulesetOption = None,
    players: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help='Seats, clockwise: "Ann,Ben,ai:hard,ai:normal".'),
    ] = None,
    seed: Seed = None,
    target: Annotated[
        int | None, typer.Option(min=0, max=100_000, help="Points to play to; 0 = one round.")
    ] = None,
    no_mouse: Annotated[
        bool, typer.Option("--no-mouse", help="Leave the mouse to the terminal.")
    ] = False,
    theme: Annotated[str | None, typer.Option(help="The look, for this run only.")] = None,
) -> int:
    """Play: the menu, or a table at once when a ruleset or players are given."""
    from uno_tui.faces.play import play as start

    return start(ruleset, players, seed, target, mouse=False if no_mouse else None, theme=theme)


@app.command()
def simulate(
    ruleset: Annotated[str, typer.Option(metavar="ID|FILE", help="The variant.")] = "classic",
    players: Annotated[
        str, typer.Option(metavar="LEVELS", help="One level a seat, commas between them.")
    ] = "hard,normal,easy",
    games: Annotated[int, typer.Option(min=1, help="How many rounds or matches.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same table.")] = 1,
    unit: Annotated[Unit, typer.Option(help="What counts as a game.")] = Unit.round,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV instead of a table.")] = False,
    plot: Annotated[bool, typer.Option("--plot", help="Draw the win rates.")] = False,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 = one a core.")] = 1,
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Every pair of levels against each other.")
    ] = False,
    budget: Annotated[
        int | None, typer.Option(min=1, help="Rollouts a move for searching levels.")
    ] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play every deal in every seating.")
    ] = False,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread over this Dask cluster.")
    ] = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Let levels forget to call UNO, as at the table.")
    ] = False,
    events: Annotated[
        bool, typer.Option("--events", help="Note and count everything that happens.")
    ] = False,
) -> int:
    """Let AI levels play each other and print who wins how often."""
    from uno_tui.faces import simulate as face

    return face.run(
        ruleset=ruleset,
        players=players,
        games=games,
        seed=seed,
        unit=unit.value,
        json=json,
        csv=csv,
        plot=plot,
        workers=workers,
        round_robin=round_robin,
        budget=budget,
        duplicate=duplicate,
        dask=dask,
        forget=forget,
        events=events,
    )


@app.command()
def check(files: Files) -> int:
    """Run scenario files: rules shown by example. Exit code 1 when one fails, 2 when unreadable."""
    from uno_tui.faces.author import check as work

    return work([str(file) for file in files])


@app.command()
def validate(files: Files) -> int:
    """Check ruleset files (or ids); mistakes are told with their line and the nearest right name."""
    from uno_tui.faces.author import validate as work

    return work([str(file) for file in files])


@app.command()
def rulesets() -> int:
    """List every variant, the shipped ones and your own."""
    from uno_tui.faces.author import rulesets as work

    return work()


@app.command()
def rules(ruleset: Annotated[str, typer.Argument(metavar="ID|FILE")]) -> int:
    """Tell the rules of a variant in plain sentences."""
    from uno_tui.faces.author import rules as work

    return work(ruleset)


@app.command()
def schema() -> int:
    """Print the JSON Schema of ruleset files, for editors."""
    from uno_tui.faces.author import schema as work

    return work()


@app.command()
def paths() -> int:
    """Say where settings, saves, records and your own rulesets are kept."""
    from uno_tui.faces.files import paths as work

    return work()


@app.command()
def report(
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write it; default: beside your other files."),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="Keep the players' names.")] = False,
) -> int:
    """Pack version, settings, terminal facts and the last match into one file for a bug report."""
    from uno_tui.faces.files import report as work

    return work(out, names)


@app.command()
def stats(json: Json = False) -> int:
    """Statistics per variant, level and player."""
    from uno_tui.faces.files import stats as work

    return work(json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    log: Annotated[bool, typer.Option("--log", help="Print the match in words.")] = False,
) -> int:
    """Look at a recorded match again, step by step, or print it in words."""
    from uno_tui.faces.files import replay as work

    return work(file, log)
