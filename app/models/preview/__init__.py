"""What another budget would change, and going on from there."""
