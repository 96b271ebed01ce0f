"""The user's own files: settings, saves, records, statistics; bounded, private, never trusted."""
