"""Kinds of links: shorteners, tracking pixels, gateways."""

import pytest

from urlmend.uri.gateways import GATEWAYS
from urlmend.uri.link_kinds import KINDS, PIXELS, SHORTENERS, link


@pytest.mark.parametrize("row", PIXELS, ids=lambda row: row.name)
def test_pixels(row):
    assert row.source
    assert link(row.example).kind == "pixel"


@pytest.mark.parametrize("row", SHORTENERS, ids=lambda row: row.name)
def test_shorteners(row):
    assert row.source
    assert {link(f"https://{host}/3xYz").kind for host in row.hosts.split()} == {"shortener"}


@pytest.mark.parametrize("row", GATEWAYS, ids=lambda row: row.name)
def test_gateways(row):
    assert {link(url).kind for url, _ in row.examples} == {row.kind}
    assert row.kind in KINDS


DIRECT = [
    "https://canal.example/",
    "https://rabbit.ly/3xYz",
    "https://bit.ly.canal.example/3xYz",
    "https://www.google.com/",
    "https://canal.example/open",
    "https://canal.example/o/plan",
    "https://canal.example/ut.php",
    "https://www.facebook.com/canal",
    "https://www.linkedin.com/in/ada",
    "https://doi.org/10.1000/182",
    "ftp://bit.ly/3xYz",
    "mailto:ada@bit.ly",
    "bit.ly/3xYz",
]


@pytest.mark.parametrize("url", DIRECT)
def test_direct_links(url):
    assert link(url) == ("", None)
