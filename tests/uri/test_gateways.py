"""Links of gateways: every row of the table, what is no such link, and round trips."""

import html
import json
import time
from base64 import b64encode, urlsafe_b64encode
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import hierarchical_urls

from tables import each_row
from urlmend.uri.gateways import GATEWAYS, Encoding
from urlmend.uri.unwrapping import MAX_DEPTH, is_complete_link, unwrapped

EXAMPLES = [(row.name, url, target) for row in GATEWAYS for url, target in row.examples]


@each_row(("name", "url", "target"), EXAMPLES)
def test_examples(name, url, target):
    found = unwrapped(url)
    assert found is not None
    assert (found.target, found.gateways[0].name) == (target, name)
    assert found.is_complete is bool(target)


def test_every_row_has_a_source_and_an_example():
    assert all(row.source and row.examples for row in GATEWAYS)
    assert len({row.name for row in GATEWAYS}) == len(GATEWAYS)


def test_opaque_rows_have_no_target():
    for row in GATEWAYS:
        assert all(bool(target) is (row.encoding is not Encoding.OPAQUE) for _, target in row.examples)


# Hosts, and what follows the host in their links; TARGET is percent-encoded.
HOSTS_AND_PATHS = [
    (
        "safelinks.protection.outlook.com eur01.safelinks.protection.outlook.com safelinks.protection.office365.us"
        " safelinks.protection.partner.outlook.cn statics.teams.cdn.office.net statics.teams.microsoft.com",
        "/?url=TARGET /a/b?c=d&url=TARGET&e",
    ),
    ("urldefense.com urldefense.us urldefense.proofpoint.com", "/v3/__https://canal.example/__;!!Kw612Flb!Ue6t$"),
    ("secure-web.cisco.com", "/1fC/TARGET /1fC/https://canal.example/"),
    ("clicktime.symantec.com", "/?u=TARGET /3CE?h=6&u=TARGET"),
    ("protect.fireeye.com", "/v1/url?u=TARGET /v22/url?k=1&u=TARGET"),
    ("a.trendmicro.com", "/?url=TARGET /wis/clicktime/v1/query?url=TARGET /wis/clicktime/v20/query?url=TARGET"),
    (
        "url.avanan.click protect.checkpoint.com",
        "/v1/___https://canal.example/___.Y /v20/r01/___https://canal.example/___.Y",
    ),
    ("link.edgepilot.com", "/s/a/b?u=TARGET /x/?u=TARGET"),
    (
        "deref-gmx.net deref-gmx.com deref-web.de deref-web-02.de deref-mail.com",
        "/mail/client/a/dereferrer/?redirectUrl=TARGET /dereferrer?redirectUrl=TARGET",
    ),
    (
        "google.com www.google.de google.co.uk news.google.com.br google.net.au google.org.il",
        "/url?q=TARGET /news/url?url=TARGET /aclk?adurl=TARGET /pagead/aclk?q=TARGET /pagead/iclk?q=TARGET",
    ),
    ("www.google.com", "/amp/s/canal.example/"),
    ("ci3.googleusercontent.com", "/a=s0-d#https://canal.example/ /a=s0-d-e1#https://canal.example/"),
    ("substackcdn.com", "/image/fetch/TARGET /image/fetch/w_1/TARGET /image/fetch/https://canal.example/"),
    (
        "l.facebook.com lm.facebook.com l.instagram.com l.messenger.com l.threads.com l.threads.net l.wl.co",
        "/?u=TARGET /l.php?h=1&u=TARGET",
    ),
    ("www.facebook.com", "/l.php?u=TARGET /flx/warn?u=TARGET /flx/warn/?u=TARGET"),
    (
        "www.linkedin.com",
        "/redir/a?url=TARGET /safety/go?url=TARGET /authwall?sessionRedirect=TARGET /uas/login?session_redirect=TARGET"
        " /checkpoint/a/b?url=TARGET",
    ),
    ("duckduckgo.com", "/l/?uddg=TARGET"),
    ("rd.yahoo.com", "/a/*TARGET /a/*-TARGET /a/?TARGET /a/*https://canal.example/"),
    ("steamcommunity.com", "/linkfilter?u=TARGET /linkfilter/?url=TARGET"),
    ("vk.com vk.ru", "/away?to=TARGET /away.php?to=TARGET"),
    ("twitter.com x.com", "/i/redirect?url=TARGET"),
    ("pinterest.com", "/offsite?url=TARGET /offsite/?url=TARGET"),
    ("medium.com", "/r/?url=TARGET"),
    ("disq.us", "/url?url=TARGET%3Aabcdefghij1234567890 /?url=TARGET%3Aabcdefghij_-34567890"),
    ("amazon.com www.amazon.co.jp", "/gp/r.html?U=TARGET /gp/redirect.html?u=TARGET /gp/r.html?url=TARGET"),
    ("rover.ebay.com", "/rover/1?mpre=TARGET /rover/1?loc=TARGET /?url=TARGET"),
    ("click.linksynergy.com", "/deeplink?murl=TARGET /fs-bin/click?RD_PARM1=TARGET"),
    ("go.redirectingat.com go.skimresources.com redirect.viglink.com", "/?url=TARGET /?u=TARGET"),
    ("awin1.com", "/cread.php?ued=TARGET /awclick.php?p=TARGET"),
    ("a.awstrack.me click.redditmail.com", "/L0/TARGET/1 /CL0/TARGET"),
    ("a.safelink.emails.azure.net", "/redirect?destination=TARGET /redirect/?destination=TARGET"),
    (
        "click.convertkit-mail.com click.convertkit-mail2.com click.convertkit-mail3.com click.convertkit-mail4.com"
        " click.kit-mail3.com click.kit-mail6.com",
        "/d0/p8/aHR0cHM6Ly9jYW5hbC5leGFtcGxlLw",
    ),
    ("click.pstmrk.it", "/3s/canal.example%2F /12s/canal.example%2F/a"),
    ("rs6.net", "/tn.jsp?p=TARGET /on.jsp?p=TARGET"),
    ("salesmanago.pl a.salesmanago.com", "/smrd.htm?url=TARGET"),
]


@each_row(("hosts", "paths"), HOSTS_AND_PATHS)
def test_all_hosts_and_paths(hosts, paths):
    urls = [f"https://{host}{path.replace('TARGET', TARGET)}" for host in hosts.split() for path in paths.split()]
    assert [url for url in urls if not (found := unwrapped(url)) or found.target != "https://canal.example/"] == []


TARGET = "https%3A%2F%2Fcanal.example%2F"
OPAQUE = [
    ("clicktime.symantec.com", "/a/1/x"),
    ("protect-eu.mimecast.com url.us.m.mimecastprotect.com", "/s/a /r/a"),
    ("atpscan.global.hornetsecurity.com a.seclinks.cloud-security.net url.emailprotection.link", "/ /a"),
    ("rs6.net", "/tn.jsp?f=1"),
    ("a.list-manage.com list-manage1.com list-manage2.com", "/track/click?u=a"),
    ("u1.ct.sendgrid.net", "/ls/a /wf/a /uni/a /ss/a"),
    ("hubspotlinks.com a.hubspotemail.net hs-sales-engage.com sidekickopen.com link.mail.beehiiv.com", "/a"),
    ("trk.klclick.com trk.klclick1.com trk.klclick2.com trk.klclick3.com", "/a"),
    (
        "a.createsend1.com createsend2.com createsend3.com createsend4.com createsend5.com cmail1.com cmail2.com"
        " cmail19.com cmail20.com",
        "/t/a",
    ),
    ("sendibt2.com sendibt3.com a.sendibm1.com sendibm2.com sendibm3.com", "/tr/cl/a /mk/cl/a"),
    ("substack.com", "/redirect/621d4364-c22f"),
    ("www.linkedin.com", "/slink?code=a"),
]


@each_row(("hosts", "paths"), OPAQUE)
def test_all_hosts_and_paths_of_opaque_links(hosts, paths):
    urls = [f"https://{host}{path}" for host in hosts.split() for path in paths.split()]
    assert [url for url in urls if not (found := unwrapped(url)) or found.target] == []


NO_LINKS = [
    "https://canal.example/?url=https%3A%2F%2Flock.example%2F",
    "https://www.google.com/search?q=https%3A%2F%2Fcanal.example%2F",
    "https://www.google.com.canal.example/url?q=https%3A%2F%2Flock.example%2F",
    "https://www.google.canal.example/url?q=https%3A%2F%2Flock.example%2F",
    "https://google.lock.canal.example/url?q=https%3A%2F%2Flock.example%2F",
    "https://www.google.com@canal.example/url?q=https%3A%2F%2Flock.example%2F",
    "https://canal.example\\@www.google.com/url?q=https%3A%2F%2Flock.example%2F",
    "https://notsafelinks.protection.outlook.example/?url=https%3A%2F%2Fcanal.example%2F",
    "https://evilsafelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2F",
    "https://eur03.safelinks.protection.outlook.com/?data=05",
    "https://www.facebook.com/canal?u=https%3A%2F%2Fcanal.example%2F",
    "https://www.linkedin.com/in/ada?url=https%3A%2F%2Fcanal.example%2F",
    "https://www.youtube.com/watch?q=https%3A%2F%2Fcanal.example%2F",
    "https://medium.com/r/ada/plan",
    "https://substack.com/redirect/",
    "https://www.google.com/url?cd=1",
    "https://www.google.com/urls?q=https%3A%2F%2Fcanal.example%2F",
    "https://google.xy.uk/url?q=https%3A%2F%2Fcanal.example%2F",
    "https://l.facebook.com/?h=1#u=https%3A%2F%2Fcanal.example%2F",
    "https://clicktime.symantec.com/b/1/",
    "https://protect.mimecast.com/t/a",
    "https://list-manage.com/track/open",
    "https://sendgrid.net/a/b",
    "https://substack.com/redirect/621d4364x",
    "https://substack.com/redirect/621d436-c",
    "https://click.pstmrk.it/s/canal.example",
    "https://camo.githubusercontent.com/9c41d2e07b6f4a358d1e20c7fab4963be5d8071/68",
    f"https://camo.githubusercontent.com/{'9' * 65}/68",
    "https://x.com/i/redirects?url=https%3A%2F%2Fcanal.example%2F",
    "https://disq.us/url?url=https%3A%2F%2Fcanal.example%2F%3Aabcdefghij123456789",
    "https://secure-web.cisco.com/",
    "https://mimecast.com/",
    "https://www.google.com",
    "mailto:ada@google.com",
    "google.com/url?q=https://canal.example",
    "",
]


@each_row("url", NO_LINKS)
def test_other_urls(url):
    assert unwrapped(url) is None


UNDECODED = [
    "https://www.google.com/url?q=canal",
    "https://www.google.com/url?q=/search%3Fq%3Dcanal",
    "https://urldefense.com/v3/__https%3A__;!!Kw",
    "https://urldefense.com/v3/__https://canal.example/*__;A!!Kw",
    "https://eu.protection.sophos.com/?d=canal.example&u=!!!",
    "https://eu.protection.sophos.com/?d=canal.example&u=gICA",
    "https://camo.githubusercontent.com/9c41d2e07b6f4a358d1e20c7fab4963be5d80712/687",
    "https://substack.com/redirect/2/" + urlsafe_b64encode(b"[" * 3000).decode(),
    "https://substack.com/redirect/2/" + urlsafe_b64encode(b'{"e": 1}').decode(),
    "https://substack.com/redirect/2/" + urlsafe_b64encode(b"[]").decode(),
    "https://mandrillapp.com/track/click/1/x?p=" + urlsafe_b64encode(b'{"p": "{"}').decode(),
    "https://url.avanan.click/v2/r02/___mfyyux://hfsfq.jcfruqj___.YXAz",
]


@each_row("url", UNDECODED)
def test_links_that_cannot_be_decoded(url):
    found = unwrapped(url)
    assert found is not None
    assert not found.is_complete or not found.target.startswith("http")


CLEANED = [
    ("%20https%3A%2F%2Fcanal.example%2F%0A", "https://canal.example/"),
    ("https%3A%2F%2Fcanal.example%2Fa%0D%0Ab%09c", "https://canal.example/abc"),
    ("https:/canal.example/", "https://canal.example/"),
    ("https%3A%2F%2Fcanal.example%2F%E9", "https://canal.example/%E9"),
    ("https%3A%2F%2Fcanal.example%2F%C3%A9", "https://canal.example/é"),
    ("https%3A%2F%2Fcanal.example%2F%25C3%25A9", "https://canal.example/%C3%A9"),
    ("mailto:ada%40canal.example", "mailto:ada@canal.example"),
]


@each_row(("value", "target"), CLEANED)
def test_targets_are_read_as_browsers_read_them(value, target):
    found = unwrapped(f"https://www.google.com/url?q={value}&sa=D")
    assert found is not None
    assert found.target == target


def percent(url):
    return quote(url, safe="")


def v2(url):
    return (
        quote(html.escape(url, quote=False), safe="/")
        .replace("_", "%5F")
        .replace("-", "%2D")
        .translate(str.maketrans("%/", "-_"))
    )


def v3(url):
    """Replace characters by `*`, runs of them by `**` and a letter, and append them in Base64."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    replaced, pieces, run = "", [], 0
    for character in f"{url}\0":
        if not (character.isascii() and character.isalnum()) and character not in "/:.?=&-\0":
            replaced += character
            run += 1
            if run < len(signs) + 1:
                continue
        pieces.append("*" if run == 1 else f"**{signs[run - 2]}" if run else "")
        run = 0
        pieces.append(character if character not in replaced[-1:] else "")
    return f"{''.join(pieces)[:-1]}__;{urlsafe_b64encode(replaced.encode()).decode().rstrip('=')}"


def base64(url):
    return urlsafe_b64encode(url.encode()).decode()


def mandrill(url):
    return base64(json.dumps({"s": "x", "v": 1, "p": json.dumps({"u": 1, "url": url})})).rstrip("=")


TARGETS = hierarchical_urls().filter(lambda url: not unwrapped(url))
ROUND_TRIPS = [
    ("https://eur03.safelinks.protection.outlook.com/?url={}&data=05%7C02&reserved=0", percent),
    ("https://urldefense.proofpoint.com/v1/url?u={}&k=o", lambda url: percent(html.escape(url, quote=False))),
    ("https://urldefense.proofpoint.com/v2/url?u={}&d=Dw", v2),
    ("https://urldefense.com/v3/__{}!!Kw612Flb!Ue6t$", v3),
    ("https://linkprotect.cudasvc.com/url?a={}&c=E,1,N0&typo=1", lambda url: percent(url).lower() and percent(url)),
    ("https://secure-web.cisco.com/1fCCdf/{}", percent),
    ("https://secure-web.cisco.com/1fCCdf/{}", str),
    ("https://eu-central-1.protection.sophos.com/?d=x&u={}&i=N", lambda url: quote(b64encode(url.encode()).decode())),
    ("https://clicktime.symantec.com/3CE?h=6&u={}", percent),
    ("https://l.facebook.com/l.php?u={}&h=AT0", percent),
    ("https://www.linkedin.com/redir/redirect?url={}&urlhash=Z", percent),
    ("https://www.google.de/url?sa=t&url={}&ei=Z", percent),
    ("https://www.bing.com/ck/a?p=6d&u=a1{}&ntb=1", lambda url: base64(url).rstrip("=")),
    ("https://mandrillapp.com/track/click/1/canal.example?p={}", mandrill),
    ("https://e.customeriomail.com/e/c/{}/07", lambda url: base64(json.dumps({"href": url})).rstrip("=")),
    ("https://2g2z.r.eu-central-1.awstrack.me/L0/{}/1/0107/OHCl=30", percent),
    ("https://x4.mjt.lu/lnk/E/1/NS/{}", lambda url: base64(url).rstrip("=")),
    (f"https://camo.githubusercontent.com/{'9' * 40}/{{}}", lambda url: url.encode().hex()),
    ("https://url.avanan.click/v2/___{}___.YXAz", str),
]


@pytest.mark.slow
@each_row(("link", "encode"), ROUND_TRIPS, ids=[link.split("/")[2] + str(n) for n, (link, _) in enumerate(ROUND_TRIPS)])
def test_round_trips(link, encode):
    @settings(max_examples=settings().max_examples // 3)
    @given(TARGETS)
    def holds(url):
        # `___.` ends the address where nothing is encoded.
        if "___" in url or (encode is v3 and "__;" in url):
            return
        found = unwrapped(link.format(encode(url)))
        assert found is not None
        assert found.target == url

    holds()


@given(st.lists(st.sampled_from(ROUND_TRIPS[:4]), max_size=3))
def test_nested_links(layers):
    url = "https://canal.example/plan?a=1"
    for link, encode in layers:
        url = link.format(encode(url))
    found = unwrapped(url)
    assert len(found.gateways) == len(layers) if found else not layers
    assert not found or found.target == "https://canal.example/plan?a=1"


def test_nesting_is_bounded():
    url = "https://canal.example/"
    for _ in range(MAX_DEPTH + 2):
        url = f"https://slack-redir.net/link?url={url}"
    found = unwrapped(url)
    assert found is not None
    assert len(found.gateways) == MAX_DEPTH
    assert not found.is_complete


@each_row("row", GATEWAYS, ids=lambda row: row.name)
def test_long_urls_take_little_time(row):
    """A URL has 8,192 characters at most."""
    host = row.examples[0][0].partition("//")[2].partition("/")[0]
    for piece in ("&", "?", "a=1&", "%3A", "=s0-d", "*", "__;", "___", "/", "dereferrer/", "RU=", "u="):
        start = time.process_time()
        for prefix in ("/", "/url?", "/v3/__https://", "/v2/___"):
            unwrapped(f"https://{host}{prefix}{piece * (8192 // len(piece))}")
        assert time.process_time() - start < 1, piece


ENDS = "&data=05%7C02&sdata=Zq8R%3D&reserved=0"
COMPLETE = (
    f"https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example%2Fplan{ENDS}",
    f"https://eur03.safelinks.protection.outlook.com/ap/w-59584e83/?url=https%3A%2F%2Fcanal.example%2F{ENDS}",
    f"https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcanal.example{ENDS.replace('&', '&amp;')}",
    f"https://urldefense.proofpoint.com/v1/url?u=http://canal.example/&k=oI%3D&s={'0f' * 32}",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__canal.example_plan&d=DwIF&c=Ro&r=3K&m=qQ&s=6kY-h_Q3&e=",
    "https://urldefense.com/v3/__https://canal.example/plan__;!!Kw612Flb!Ue6tQudNKaShHg93$",
)


@each_row("url", COMPLETE)
def test_a_link_is_complete_with_its_end_only(url):
    assert is_complete_link(url) is True
    assert is_complete_link(f"{url}.") is True
    start = url.index("canal")
    assert {is_complete_link(url[:stop]) for stop in range(start, len(url))} == {False}


@each_row(
    "url",
    [
        "https://canal.example/?url=http%3A%2F%2Fa.example&data=1&sdata=2&reserved=0",
        "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.example",
        "https://urldefense.com/plans",
        "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fcanal.example",
        "mailto:ada@canal.example",
        "",
    ],
)
def test_other_urls_may_end_anywhere(url):
    assert is_complete_link(url) is None


# Hosts whose other paths hold no address.
OTHER_PATHS = """
    www.amazon.com/x?url= www.amazon.com/gp/x?U= www.pinterest.com/x?url= www.bing.com/x?url= vk.com/x?to= x.com/x?url=
    awin1.com/x?p= steamcommunity.com/x?u= duckduckgo.com/x?uddg= t.umblr.com/x?z= slack-redir.net/x?url=
    aol.com/x?_url=
    linkprotect.cudasvc.com/x?a= linklock.titanhq.com/x?url= disq.us/x?url= ecp.yusercontent.com/x?url=
    salesmanago.com/x?url=
    click.icptrack.com/x?destination= mandrillapp.com/x?url= protect2.fireeye.com/x?u= www.trendmicro.com/x?url=
""".split()


@each_row("link", OTHER_PATHS)
def test_other_paths(link):
    assert unwrapped(f"https://{link}{TARGET}") is None
