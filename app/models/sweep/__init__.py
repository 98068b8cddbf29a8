"""The Sweep tab's state, without widgets."""
