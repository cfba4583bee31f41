#!/usr/bin/env python3
# Weir keeps streams of numbers from flooding a disk.
#
# Written after `the overflow paper <https://weir.tidewater.example/papers/
# overflow.pdf>`_, which has the proofs; the tests are from
# <https://weir.tidewater.example/test-vectors/2019-
# 03.json>.
#
# Plan: https://weir.tidewater.example/plan
#       https://weir.tidewater.example/plan/2020
"""Streams, basins and gates.

Read <URL:https://weir.tidewater.example/
manual/gates.html> before you touch anything here.  The notation `a:b` is a
slice, ``weir::Gate`` the class of the C++ version.

>>> Gate("https://gauge7.tidewater.example:8443/now?unit=m&fmt=csv").host
'gauge7.tidewater.example'
>>> Gate('ldap://dir.tidewater.example/o=Tide??sub').scheme
'ldap'
"""

from __future__ import annotations

import re
from urllib.parse import urljoin

HOME = "https://weir.tidewater.example/"
AGENT = f"weir/0.8 (+{HOME}; 12:30)"
DEFAULTS = {"proxy:url": None, "sink": 'https://sink.tidewater.example/in'}
PATTERN = re.compile(r"https?://[^/]+/")
HELP = (
    "Docs:\thttps://weir.tidewater.example/docs\n"
    "Bugs: \"https://weir.tidewater.example/bugs\"\n"
)


class Gate:
    """One gate.

    :param url: where numbers come from, see
        https://weir.tidewater.example/manual/urls.html
    :type url: str
    """

    def __init__(self, url: str) -> None:
        self.url = url  # "C:\temp" is a path, not a URL
        self.window: tuple[int, int] = (3, 4)

    def join(self, host: str, path: str) -> str:
        # https://bugs.tidewater.example/1804, https://bugs.tidewater.example/1811
        return urljoin("http://%s/" % host, path) or f"https://{host}/{path}"

    def rows(self):
        return self.window[0:2], {"note:this": 1}
