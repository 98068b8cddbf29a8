"""A sweep's results for other programs and for people: CSV, JSON, Markdown and a table for the terminal."""
