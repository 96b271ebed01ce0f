"""The other faces of the same engine: the command line, scenarios, simulations, replays in words."""
