"""URLs that are equal up to their encoding, and URLs that only look so."""

from tables import each_row
from urlmend.uri.equivalence import canonical

EQUAL = [
    "http://a.de/ HTTP://a.de/ hTTp://A.DE/",
    "mailto:a@b.de MAILTO:a@b.de mailto:%61@b.de",
    "http://a.de/b~c_d-e http://a.de/%62%7E%63_%64%2D%65 http://a.de/b%7ec%5fd%2de",
    "http://a.de/%2f http://a.de/%2F",
    "http://a.de/b|c http://a.de/b%7Cc http://a.de/b%7cc",
    "http://a.de/\u00e9 http://a.de/%C3%A9 http://a.de/%c3%a9",
    "http://a.de/?b=%5b http://a.de/?b=%5B",
    "http://a.de/\udce9 http://a.de/%ED%B3%A9",
    "http://u%41@a.de/ http://uA@a.de/",
]
DIFFERENT = [
    "http://a.de/b http://a.de/B",
    "http://a.de/. http://a.de/%2E",
    "http://a.de/b/c http://a.de/b%2Fc",
    "http://a.de/b?c http://a.de/b%3Fc",
    "http://a.de/%2%35 http://a.de/%25",
    "http://a.de/% http://a.de/%25 http://a.de/%25%25",
    "http://a%2Ede/ http://a.de/",
    "http://a%62.de/ http://ab.de/",
    "http://a.de@b.de/ http://a.de%40b.de/",
    "http://a.de/b;c http://a.de/b%3Bc http://a.de/b%2Cc",
    "mailto:A@b.de mailto:a@b.de",
    "http:a.de http://a.de",
    "http://a.de http://a.de/",
]


@each_row("urls", EQUAL)
def test_equal_urls(urls):
    assert len({canonical(url) for url in urls.split()}) == 1


@each_row("urls", DIFFERENT)
def test_different_urls(urls):
    assert len({canonical(url) for url in urls.split()}) == len(urls.split())
