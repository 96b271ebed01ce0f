"""The parts of the table: each one widget that paints itself."""
