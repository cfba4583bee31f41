"""Kinds of links that do not show their target: tables of shorteners, archives and tracking pixels, as of 2026-11.

Gateways and redirects have a table of their own, `urlmend.uri.gateways`.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from urlmend._lib.bounded_cache import cached_for_short_text
from urlmend._lib.fast_typing import NamedTuple
from urlmend._lib.lazy_regex import lazy
from urlmend.uri.gateways import Kind
from urlmend.uri.unwrapping import HOSTS_OF_GATEWAYS, PREFIX, Unwrapped, host_names, unwrapped

SHORTENER = "shortener"
PIXEL = "pixel"
KINDS = (*Kind, SHORTENER, PIXEL)
"""All kinds of links."""


class Shortener(NamedTuple):
    """A service whose short links redirect to an address that only it knows."""

    name: str
    hosts: str
    """Its hosts, separated by spaces, each with all hosts below it."""
    source: str
    owner: str = ""
    """The hosts of the company that runs it, as for `hosts`, if its links lead there."""


class Archive(NamedTuple):
    """A service that keeps copies of pages of other sites."""

    name: str
    hosts: str
    """Its hosts, as for a shortener."""
    source: str


class Pixel(NamedTuple):
    """An image that reports that a message is read."""

    name: str
    hosts: str
    """Its hosts, as for a shortener; empty for software that runs on any host."""
    link: str
    """An expression for what follows the host, from its start."""
    source: str
    example: str


class Link(NamedTuple):
    """What kind of link a URL is."""

    kind: str
    """One of KINDS; empty for a URL that leads where it says."""
    unwrapped: Unwrapped | None = None


SHORTENERS = (
    Shortener("Bitly", "bit.ly bitly.com j.mp", "Bitly Help Center, What is a short link?"),
    Shortener("TinyURL", "tinyurl.com tiny.one rotf.lol", "TinyURL, Features"),
    Shortener("X (Twitter)", "t.co", "X Help Center, About X's link service", "x.com twitter.com"),
    Shortener("LinkedIn", "lnkd.in", "LinkedIn Help, LinkedIn URL shortener", "linkedin.com"),
    Shortener("Google", "goo.gl g.co share.google", "Google Developers, URL Shortener", "google.com"),
    Shortener("YouTube", "youtu.be", "YouTube Help, Share videos", "youtube.com"),
    Shortener("Facebook", "fb.me fb.watch", "Meta for Business, Short links", "facebook.com"),
    Shortener("Instagram", "instagr.am ig.me", "Instagram Help Center", "instagram.com"),
    Shortener(
        "Microsoft",
        "aka.ms 1drv.ms",
        "Microsoft Learn, Short links",
        "microsoft.com azure.com office.com live.com visualstudio.com windows.com",
    ),
    Shortener("Amazon", "amzn.to amzn.eu a.co", "Amazon Associates, Link shortener", "amazon.com"),
    Shortener("Apple", "apple.co", "Apple, Link shortener", "apple.com"),
    Shortener("Hootsuite", "ow.ly ht.ly", "Hootsuite Help, Shorten links"),
    Shortener("Buffer", "buff.ly", "Buffer Help Center, Link shortening"),
    Shortener("Rebrandly", "rebrand.ly", "Rebrandly Support"),
    Shortener("is.gd", "is.gd v.gd", "is.gd, Usage"),
    Shortener("Cuttly", "cutt.ly", "Cuttly, URL Shortener"),
    Shortener("T.LY", "t.ly", "T.LY, URL Shortener"),
    Shortener("Short.io", "short.gy short.io", "Short.io Help"),
    Shortener("BL.INK", "bl.ink", "BL.INK Documentation"),
    Shortener("Branch", "app.link bnc.lt", "Branch Help Center, Branch links"),
    Shortener("Dub", "dub.sh dub.co", "Dub, Link shortener"),
    Shortener("s.id", "s.id", "s.id, Shortener"),
    Shortener("Shorturl.at", "shorturl.at shorturl.gg", "ShortURL"),
    Shortener("Rb.gy", "rb.gy", "Rebrandly Free URL Shortener"),
    Shortener("TinyCC", "tiny.cc", "TinyCC, Features"),
    Shortener("Soo.gd", "soo.gd", "Soo.gd"),
    Shortener("AdFly", "adf.ly", "AdFly"),
    Shortener("WordPress.com", "wp.me", "WordPress.com, Shortlinks", "wordpress.com"),
    Shortener("Tumblr", "tmblr.co", "Tumblr Help", "tumblr.com"),
    Shortener("Pinterest", "pin.it", "Pinterest Help", "pinterest.com"),
    Shortener("Reddit", "redd.it", "Reddit Help", "reddit.com"),
    Shortener("Flickr", "flic.kr", "Flickr Help", "flickr.com"),
    Shortener("SnipURL", "snipurl.com snurl.com sn.im", "SnipURL"),
    Shortener("StumbleUpon", "su.pr", "StumbleUpon"),
)

ARCHIVES = (
    Archive("Internet Archive", "archive.org archive-it.org", "Internet Archive, Wayback Machine"),
    Archive(
        "archive.today",
        "archive.today archive.ph archive.is archive.fo archive.li archive.md archive.vn",
        "archive.today, FAQ",
    ),
    Archive("Google", "webcache.googleusercontent.com", "Google Search Help, View web pages cached in search results"),
    Archive("Perma.cc", "perma.cc", "Perma.cc User Guide"),
    Archive("WebCite", "webcitation.org", "WebCite, FAQ"),
    Archive("Ghostarchive", "ghostarchive.org", "Ghostarchive, FAQ"),
    Archive("Arquivo.pt", "arquivo.pt", "Arquivo.pt, Help"),
    Archive("Library of Congress", "webarchive.loc.gov", "Library of Congress, Web Archiving"),
    Archive(
        "The National Archives",
        "webarchive.nationalarchives.gov.uk",
        "The National Archives, UK Government Web Archive",
    ),
    Archive("UK Web Archive", "webarchive.org.uk", "UK Web Archive, FAQ"),
    Archive("Wikiwix", "archive.wikiwix.com", "Wikiwix, Archive"),
    Archive("Megalodon", "megalodon.jp", "Megalodon, Help"),
)

PIXELS = (
    Pixel(
        "SendGrid",
        "",
        r"/wf/open\?|/trk/open",
        "Twilio SendGrid, Open tracking",
        "https://u1234567.ct.sendgrid.net/wf/open?upn=u001.Zq8R",
    ),
    Pixel(
        "Mailchimp",
        "list-manage.com",
        r"/track/open\.php\?",
        "Mailchimp, About open tracking",
        "https://canal.us2.list-manage.com/track/open.php?u=a6300f&id=37af&e=5669",
    ),
    Pixel(
        "Mandrill",
        "mandrillapp.com",
        r"/track/open\.php\?",
        "Mailchimp Transactional, Open tracking",
        "https://mandrillapp.com/track/open.php?u=3012&id=9f86",
    ),
    Pixel(
        "Amazon SES",
        "awstrack.me",
        r"/C?I0/",
        "Amazon SES, Configuring custom domains to handle open and click tracking",
        "https://2g2zw50k.r.eu-central-1.awstrack.me/I0/0107017dfb72c633/OHCl=30",
    ),
    Pixel(
        "Mailgun",
        "",
        r"/o/eJ[\w-]{20,}",
        "Mailgun, Tracking messages",
        "https://email.mg.canal.example/o/eJxkyTEOwyAMQNHTwI4yDg",
    ),
    Pixel("Mailjet", "mjt.lu", r"/oo/", "Mailjet, Open tracking", "http://x4tlp.mjt.lu/oo/EAAAAYNqkEoAAAAA/b5f0/e.gif"),
    Pixel(
        "Postmark",
        "open.pstmrk.it pstmrk.it",
        r"/open|/[0-9]s?/o",
        "Postmark, Open tracking",
        "https://pstmrk.it/open/Zq8R",
    ),
    Pixel(
        "Customer.io",
        "customeriomail.com",
        r"/e/o/",
        "Customer.io, Open tracking",
        "https://e.customeriomail.com/e/o/eyJlbWFpbF9pZCI6IlpxOFIifQ",
    ),
    Pixel(
        "HubSpot",
        "hubspotlinks.com hubspotemail.net",
        r"/(?:Cto|e[0-9]t/o)/",
        "HubSpot, Understand open tracking",
        "https://d2v8.eu1.hubspotlinks.com/Cto/GA+113/d2v8Zq8R",
    ),
    Pixel(
        "Substack",
        "eotrx.substackcdn.com",
        r"/open",
        "Substack, Open rates",
        "https://eotrx.substackcdn.com/open?token=Zq8R",
    ),
    Pixel(
        "Brevo (Sendinblue)",
        "sendibt2.com sendibt3.com sendibm1.com sendibm2.com sendibm3.com",
        r"/(?:tr|mk)/op/",
        "Brevo Help Center, Open tracking",
        "https://7z8r.r.bh.d.sendibt3.com/tr/op/Zq8Rk2mX",
    ),
    Pixel(
        "Campaign Monitor",
        "createsend1.com createsend2.com createsend3.com createsend4.com createsend5.com cmail19.com cmail20.com",
        r"/t/[^/?#]+-o/o\.gif",
        "Campaign Monitor, Open tracking",
        "https://canal.cmail19.com/t/r-o-tyuhkyll-o/o.gif",
    ),
    Pixel(
        "Constant Contact",
        "rs6.net",
        r"/on\.jsp",
        "Constant Contact, Open tracking",
        "https://r20.rs6.net/on.jsp?ca=9f86&a=11",
    ),
    Pixel(
        "Salesforce Marketing Cloud",
        "",
        r"/open\.aspx\?",
        "Salesforce Help, Open tracking",
        "https://click.e.canal.example/open.aspx?ffcb10-fe9f13",
    ),
    Pixel(
        "LinkedIn",
        "linkedin.com",
        r"/emimp/",
        "LinkedIn Help, Tracking in emails",
        "https://www.linkedin.com/emimp/ip_Zq8Rk2mX.gif",
    ),
    Pixel(
        "Facebook",
        "facebook.com",
        r"/(?:email_open_log_pic\.php|tr/?\?)",
        "Meta for Developers, Meta Pixel",
        "https://www.facebook.com/email_open_log_pic.php?mid=9f86",
    ),
    Pixel(
        "Google Analytics",
        "google-analytics.com",
        r"/(?:[gr]/)?(?:collect|__utm\.gif)",
        "Google Analytics, Measurement Protocol, Email tracking",
        "https://www.google-analytics.com/collect?v=1&tid=UA-1&t=event",
    ),
    Pixel("Yesware", "t.yesware.com", r"/t/", "Yesware, Email tracking", "https://t.yesware.com/t/9f86/81/spacer.gif"),
    Pixel(
        "Mailtrack",
        "mailtrack.io",
        r"/trace/mail/",
        "Mailsuite, Email tracking",
        "https://mailtrack.io/trace/mail/9f86.png",
    ),
    Pixel("Litmus", "emltrk.com", r"/", "Litmus, Email Analytics", "https://9f86.emltrk.com/9f86?d=Zq8R"),
    Pixel(
        "phpList",
        "",
        r"/(?:lists/)?ut\.php\?u=",
        "phpList Manual, Statistics",
        "https://lists.canal.example/lists/ut.php?u=9f86&m=1",
    ),
)

# The number of URLs whose kind is remembered: mail and newsletters repeat theirs.
_REMEMBERED = 1 << 14
_SHORTENER_HOSTS = frozenset(host for row in SHORTENERS for host in row.hosts.split())
_OWNERS = {host: frozenset(row.owner.split()) for row in SHORTENERS for host in row.hosts.split()}
_ARCHIVE_HOSTS = frozenset(host for row in ARCHIVES for host in row.hosts.split())
# The beginning of the address of a copy in the URL of an archive, with or without scheme, and its host.
_ARCHIVED = lazy(
    r"(?:https?(?::|%3A)(?:/|%2F){1,2}|/[0-9*.-]+(?:[a-z]{2}_)?/|cache:(?:[\w-]+:)?)(?P<host>(?:[\w-]+\.)+[a-z]{2,})",
    re.IGNORECASE,
)
_PIXELS_OF_HOSTS = [(host, row.link) for row in PIXELS for host in row.hosts.split()]
_HOSTS_WITH_PIXELS = frozenset(host for host, _ in _PIXELS_OF_HOSTS)
_PIXELS_OF_ANY_HOST = lazy("|".join(f"(?:{row.link})" for row in PIXELS if not row.hosts))


class _HostKinds(NamedTuple):
    """What the links of a host may be."""

    is_shortener: bool
    is_gateway: bool
    pixels: tuple[re.Pattern[str], ...]


def link(url: str) -> Link:
    """Return what kind of link a URL is, and what it holds."""
    prefix = PREFIX.match(url)
    if not prefix:
        return _DIRECT
    kinds = _kinds_of_host(prefix["host"].lower())
    at = prefix.end()
    if _PIXELS_OF_ANY_HOST.match(url, at) or any([expression.match(url, at) for expression in kinds.pixels]):  # noqa: C419
        return Link(PIXEL)
    if kinds.is_shortener:
        return Link(SHORTENER)
    found = unwrapped(url) if kinds.is_gateway else None
    return Link(found.gateways[0].kind, found) if found else _DIRECT


@partial(cached_for_short_text, size=_REMEMBERED)
def is_direct(url: str) -> bool:
    """Return whether a URL is a link of no special kind, as most are."""
    return not link(url).kind


def archived_host(url: str) -> str | None:
    """Return the host of the page that an archive has a copy of; empty if the URL hides it, None for other URLs."""
    prefix = PREFIX.match(url)
    if not prefix or _ARCHIVE_HOSTS.isdisjoint(host_names(prefix["host"].lower())):
        return None
    found = _ARCHIVED.search(url, prefix.end())
    return found["host"].lower() if found else ""


def is_short_for(short: str, host: str) -> bool:
    """Return whether a host is that of a shortener whose owner has the other host, as `youtu.be` and `youtube.com`."""
    return any(not owner.isdisjoint(host_names(host)) for name in host_names(short) if (owner := _OWNERS.get(name)))


@lru_cache(1024)
def _kinds_of_host(host: str) -> _HostKinds:
    names = frozenset(host_names(host))
    return _HostKinds(
        is_shortener=bool(names & _SHORTENER_HOSTS),
        is_gateway=not names.isdisjoint(HOSTS_OF_GATEWAYS),
        pixels=()
        if names.isdisjoint(_HOSTS_WITH_PIXELS)  # true of most
        else tuple(lazy(link) for name, link in _PIXELS_OF_HOSTS if name in names),
    )


_DIRECT = Link("")
