"""Choosing a pair of models, fetching one, and loading it."""
