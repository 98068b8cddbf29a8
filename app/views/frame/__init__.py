"""The window around the panes: header, status bar, notice, menus, dialogs."""
