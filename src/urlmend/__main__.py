"""`python -m urlmend`."""

from urlmend.cli.main import main

raise SystemExit(main())
