"""`python -m app` is the command `mentorscope`."""

import sys

from app.cli.main import main

sys.exit(main())
