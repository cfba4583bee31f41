"""The floor: what a Python program costs that finds `://` and writes what follows, and does nothing else.

usage: floor.py FILE
"""

import re
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
write = sys.stdout.buffer.write
for match in re.finditer(rb'://[^\s<>"]+', data):
    write(match.group() + b"\n")
