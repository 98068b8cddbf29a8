"""Benchmarks of the window itself, on an engine that follows a script."""
