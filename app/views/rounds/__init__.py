"""The rounds of the mentored run, in a row under the plots."""
