"""Choosing a pair before anything is loaded: what there is, whether it fits, and fetching what is not there. No MLX."""
