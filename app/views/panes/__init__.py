"""The text panes: headers, token text, feet and the legend."""
