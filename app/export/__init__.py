"""What leaves the window: run files, a page, a picture."""
