"""Kinds of links: shorteners, tracking pixels, gateways."""

from tables import each_row
from urlmend.uri.gateways import GATEWAYS
from urlmend.uri.link_kinds import KINDS, PIXELS, SHORTENERS, link


@each_row("row", PIXELS, ids=lambda row: row.name)
def test_pixels(row):
    assert row.source
    assert link(row.example).kind == "pixel"


# Hosts, and what follows the host in the addresses of pixels.
HOSTS_AND_PATHS = [
    ("a.example", "/wf/open?a /trk/open /o/eJabcdefghijklmnopqrst /open.aspx?a /ut.php?u=a /lists/ut.php?u=a"),
    ("a.list-manage.com mandrillapp.com", "/track/open.php?u=a"),
    ("a.awstrack.me", "/I0/a /CI0/a"),
    ("a.mjt.lu", "/oo/a"),
    ("open.pstmrk.it pstmrk.it", "/open /3/o /3s/o"),
    ("a.customeriomail.com", "/e/o/a"),
    ("a.hubspotlinks.com hubspotemail.net", "/Cto/a /e1t/o/a"),
    ("eotrx.substackcdn.com", "/open?a"),
    ("sendibt2.com sendibt3.com a.sendibm1.com sendibm2.com sendibm3.com", "/tr/op/a /mk/op/a"),
    (
        "createsend1.com createsend2.com createsend3.com createsend4.com createsend5.com cmail19.com cmail20.com",
        "/t/r-o/o.gif",
    ),
    ("r20.rs6.net", "/on.jsp?a"),
    ("www.linkedin.com", "/emimp/a"),
    ("www.facebook.com", "/email_open_log_pic.php /tr?a /tr/?a"),
    ("www.google-analytics.com", "/collect /g/collect /r/collect /__utm.gif /r/__utm.gif"),
    ("t.yesware.com", "/t/a"),
    ("mailtrack.io", "/trace/mail/a"),
    ("a.emltrk.com", "/a"),
]


@each_row(("hosts", "paths"), HOSTS_AND_PATHS)
def test_all_hosts_and_paths_of_pixels(hosts, paths):
    urls = [f"https://{host}{path}" for host in hosts.split() for path in paths.split()]
    assert [url for url in urls if link(url).kind != "pixel"] == []


# The hosts of shorteners, each with all hosts below it.
SHORT = """
    bit.ly bitly.com j.mp tinyurl.com tiny.one rotf.lol t.co lnkd.in goo.gl g.co share.google youtu.be fb.me fb.watch
    instagr.am ig.me aka.ms 1drv.ms amzn.to amzn.eu a.co apple.co ow.ly ht.ly buff.ly rebrand.ly is.gd v.gd cutt.ly t.ly
    short.gy short.io bl.ink app.link bnc.lt dub.sh dub.co s.id shorturl.at shorturl.gg rb.gy tiny.cc soo.gd adf.ly
    wp.me tmblr.co pin.it redd.it flic.kr snipurl.com snurl.com sn.im su.pr
"""


def test_all_hosts_of_shorteners():
    assert [host for host in SHORT.split() if link(f"https://a.{host}/3xYz").kind != "shortener"] == []
    assert {host for row in SHORTENERS for host in row.hosts.split()} == set(SHORT.split())


@each_row("row", SHORTENERS, ids=lambda row: row.name)
def test_shorteners(row):
    assert row.source
    assert {link(f"https://{host}/3xYz").kind for host in row.hosts.split()} == {"shortener"}


@each_row("row", GATEWAYS, ids=lambda row: row.name)
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
    "https://canal.example/list/ut.php?u=a",
    "https://canal.example/wf/open",
    "https://canal.example/o/eJabcdefghijklmnopqrs",
    "https://canal.example/open.aspx",
    "https://list-manage.com/track/open.php",
    "https://www.google-analytics.com/x/collect",
    "https://www.google-analytics.com/xcollect",
    "https://www.facebook.com/tr/",
    "https://t.yesware.com/",
    "https://www.facebook.com/canal",
    "https://www.linkedin.com/in/ada",
    "https://doi.org/10.1000/182",
    "ftp://bit.ly/3xYz",
    "mailto:ada@bit.ly",
    "bit.ly/3xYz",
]


@each_row("url", DIRECT)
def test_direct_links(url):
    assert link(url) == ("", None)


def test_names_of_kinds():
    assert KINDS == ("gateway", "redirect", "mailing", "proxy", "shortener", "pixel")
