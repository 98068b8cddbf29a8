"""`python -m app` is the command `mentorscope`, and the packaged app's program."""

import multiprocessing
import sys

from app.cli.main import main

if __name__ == "__main__":
    # A packaged program is started again for Python's helper processes; this is where those turn off.
    multiprocessing.freeze_support()
    sys.exit(main())
