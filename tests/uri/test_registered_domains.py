"""Registered domains are those of the library that reads the Public Suffix List."""

import pytest
from publicsuffixlist import PublicSuffixList

from tables import each_row
from urlmend.uri.registered_domains import registered_domain


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
        "canal.xn--com-",
        "canal.xn--9a",
        "a.canal.ck",
        "www.ck",
        "a.www.ck",
        "canal.kawasaki.jp",
        "a.b.canal.kawasaki.jp",
        "a.city.kawasaki.jp",
        "co.uk",
        "canal.github.io",
        "a..canal.example",
        f"{'a.' * 300}canal.co.uk",
    ],
)
def test_domains_are_those_of_the_library(host, suffixes):
    assert registered_domain(host) == (suffixes.privatesuffix(host) or "")


def test_each_rule_of_the_list_is_read_as_the_library_reads_it(suffixes):
    names = [rule.removeprefix("!").removeprefix("*.") for rule in suffixes._publicsuffix]
    hosts = [f"{before}{name}" for name in names for before in ("", "canal.", "a.canal.", "a.b.canal.")]
    hosts = [host for host in hosts if "." in host]
    assert len(hosts) > 30_000
    assert [host for host in hosts if registered_domain(host) != (suffixes.privatesuffix(host) or "")] == []


@each_row("host", ["localhost", "192.0.2.1", "[2001:db8::1]", "", "canal.example."])
def test_addresses_and_names_that_are_no_hosts_have_no_domain(host):
    assert registered_domain(host) == ""
