"""The window and the command line. Draws and asks; all decoding is in `engine`."""
