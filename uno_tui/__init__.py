"""uno-tui: UNO with every variant people really play, in a terminal."""

__version__ = "0.1.0"
