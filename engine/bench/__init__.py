"""Speed, measured side by side in one run: ratios, never timing asserts."""
