"""`python -m mainmatch`."""

import sys

from mainmatch.cli import main

sys.exit(main())
