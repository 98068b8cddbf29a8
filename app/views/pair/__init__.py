"""The dialog in which a pair is chosen, and fetched where it is not there."""
