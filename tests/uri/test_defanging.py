"""URLs that are written so that no program takes them for links."""

from tables import each_row
from urlmend.uri.defanging import defanged

DEFANGED = [
    ("http://www.a.de/b.c?d=e.f@g", "hxxp://www[.]a[.]de/b.c?d=e.f@g"),
    ("https://a.de", "hxxps://a[.]de"),
    ("ftp://u:p@a.de:21/b", "fxp://u:p[@]a[.]de:21/b"),
    ("HTTP://a.de/", "hxxp://a[.]de/"),
    ("git+ssh://a.de/b", "git+ssh[:]//a[.]de/b"),
    ("mailto:a.b@c.de?d=e.f", "mailto[:]a[.]b[@]c[.]de?d=e.f"),
    ("http:a.de", "http[:]a[.]de"),
    ("http://[2001:db8::1.2.3.4]:80/", "hxxp://[2001:db8::1.2.3.4]:80/"),
    ("http://a.de/http://b.de/", "hxxp://a[.]de/http[://]b.de/"),
    ("http://a.de?u=www.b.de&v=WWW.c.de", "hxxp://a[.]de?u=www[.]b.de&v=WWW[.]c.de"),
    ("http://a.de/awww.b", "hxxp://a[.]de/awww.b"),
    ("http://a.de/1www.b", "hxxp://a[.]de/1www.b"),
    ("http://a.de#b.c://d", "hxxp://a[.]de#b.c[://]d"),
    ("www.a.de/b.c", "www[.]a[.]de/b.c"),
    ("x1.-+://a.de", "x1.-+[:]//a[.]de"),
    ("hxxp://a[.]de/b", "hxxp://a[.]de/b"),
    ("https://a[.]b.de", "hxxps://a[.]b[.]de"),
]


@each_row(("url", "text"), DEFANGED)
def test_defanged(url, text):
    assert defanged(url) == text
