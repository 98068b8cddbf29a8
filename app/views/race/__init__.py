"""The race replay's controls."""
