"""The left column: every setting of a run, and the controls that it is built from."""
