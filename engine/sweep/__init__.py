"""Many runs of one pair, measured side by side: where speculation begins to pay, and what it spends."""
