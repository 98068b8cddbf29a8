"""`mentorscope self-test`: whether this installation works, one line a check."""
