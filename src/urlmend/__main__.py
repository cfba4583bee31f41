"""`python -m urlmend`."""

from urlmend.cli import main

raise SystemExit(main())
