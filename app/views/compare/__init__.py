"""Comparing the texts: words that differ, scrolling together, and what can be counted."""
