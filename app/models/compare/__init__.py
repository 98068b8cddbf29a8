"""What two runs say of each other."""
