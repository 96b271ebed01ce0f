"""The keys of the table. What each word does is in `TableScreen.action_do`."""

from __future__ import annotations

from textual.binding import Binding, BindingType

KEYS: list[BindingType] = [
    Binding("d", "do('draw')", "Draw a card", id="table.draw"),
    Binding("p", "do('pass')", "Pass, keep the drawn card", id="table.pass"),
    Binding("u", "do('uno')", "Call UNO", id="table.uno"),
    Binding("c", "do('catch')", "Catch a forgotten UNO call", id="table.catch"),
    Binding("x", "do('challenge')", "Challenge the wild draw", id="table.challenge"),
    Binding("a", "do('accept')", "Accept what is owed", id="table.accept"),
    Binding("j", "do('jump')", "Jump in with the twin card", id="table.jump"),
    Binding("k", "do('keep')", "Keep the drafted card", id="table.keep"),
    Binding("t", "do('say')", "Say something", id="table.say"),
    Binding("i,H", "do('hint')", "Ask for a hint", id="table.hint"),
    Binding("s", "do('sort')", "Sort the hand otherwise", id="table.sort"),
    Binding("tab", "do('panel')", "Scores and log", id="table.panel"),
    Binding("question_mark", "do('keys')", "What this card does, and all keys", id="table.keys"),
    Binding("m", "do('menu')", "Seats, pace, giving up, leaving", id="table.menu"),
    Binding("f1", "do('rules')", "The rules of this table", id="table.rules"),
    Binding("space", "do('pause')", "Pause, or one step", id="table.pause"),
    Binding("left_square_bracket", "do('slower')", "Slower", id="table.slower"),
    Binding("right_square_bracket", "do('faster')", "Faster", id="table.faster"),
    Binding("slash", "do('search')", "Search the log", id="table.search"),
    Binding("enter", "do('go')", "Play, or go on", show=False, id="table.go"),
    Binding("z", "do('undo')", "Take the last move back", id="table.undo"),
    Binding("escape", "do('back')", "Back to the menu", id="table.back"),
    Binding("q", "do('quit')", "Quit, the match is saved", id="table.quit"),
    *(
        Binding(str(digit), f"buzz({(digit - 1) % 10})", f"Seat {digit or 10} buzzes in",
                show=False, id=f"table.buzz-{digit}")
        for digit in range(10)
    ),
]  # fmt: skip
