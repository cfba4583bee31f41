"""Registered domains are those of the library that reads the Public Suffix List."""

import pytest
from publicsuffixlist import PublicSuffixList

from tables import each_row
from urlmend.scan.results.row_writer import domain


@pytest.fixture(scope="module")
def suffixes():
    return PublicSuffixList()


@each_row(
    "host",
    [
        "www.canal.example",
        "boats.canal.co.uk",
        "canal.个人.hk",
        "a.canal.xn--ciqpn.hk",
        "a.canal.xn--p1ai",
        "a.canal.ck",
        "www.ck",
        "a.city.kawasaki.jp",
        "co.uk",
        "canal.github.io",
    ],
)
def test_domains_are_those_of_the_library(host, suffixes):
    expected = suffixes.privatesuffix(host) or ""
    assert domain(host) == (expected, expected.rpartition(".")[2])


@each_row("host", ["localhost", "192.0.2.1", "[2001:db8::1]", ""])
def test_addresses_and_single_names_have_no_domain(host):
    assert domain(host) == ("", "")
