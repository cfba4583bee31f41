"""What shells complete, and the manual page, from the parser of the command line.

`model` takes the parser apart; `bash`, `zsh`, `fish` and `manual` each write one file from that.
"""

HEADER = "# Written by tools/build_shell_files.py, from the parser of the command line."
