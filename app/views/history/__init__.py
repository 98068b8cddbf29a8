"""The history of mentored runs, and one that is pinned for comparison."""
