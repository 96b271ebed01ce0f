"""The Textual app: screens, widgets, themes and the words they use."""
