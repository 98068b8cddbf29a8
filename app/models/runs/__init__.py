"""The panes' runs: which ones a change asks for, one after the other, and those that were made."""
