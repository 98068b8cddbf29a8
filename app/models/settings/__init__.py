"""The settings of the window: what they are, their checks, undo, and prompts to begin with."""
