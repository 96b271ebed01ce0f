"""The game itself: no clock, no files, no screen, no global state."""
