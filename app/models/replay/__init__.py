"""Recorded runs once more: side by side as a race, or round by round."""
