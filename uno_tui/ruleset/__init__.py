"""What a table has agreed on: the knobs, the TOML files, the rules in sentences."""
