"""A table in progress: seats, pace, reaction windows, the curtain, autosave. No widgets."""

from .brains import Brain, BrainFactory
from .clock import InstantClock, ManualClock, WallClock
from .feed import Batch, Feed, Notice
from .pace import PACES, Pace, PaceName
from .seats import SeatSpec
from .table import Status, Table, view_of
from .windows import Window

__all__ = [
    "PACES",
    "Batch",
    "Brain",
    "BrainFactory",
    "Feed",
    "InstantClock",
    "ManualClock",
    "Notice",
    "Pace",
    "PaceName",
    "SeatSpec",
    "Status",
    "Table",
    "WallClock",
    "Window",
    "view_of",
]
