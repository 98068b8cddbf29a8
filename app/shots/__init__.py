"""`mentorscope shots`: named scenes, each a recorded run in a window, as pictures that are the same every time."""
