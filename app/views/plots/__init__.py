"""The plots under the panes."""
