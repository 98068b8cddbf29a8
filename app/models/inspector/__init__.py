"""The token that is looked at, what stood to choose there, and going on from another."""
