"""Faults: what was meant to be a URL and is none, between « and »."""

import pytest

from tables import each_row
from urlmend import Document
from urlmend.finder import FindOptions, find_urls
from urlmend.finder.faults import meant_by

FAULTS = [
    "see «http//a.de» now",
    "see http://a.de now",
    "see «https//a.de/b» now",
    "see «ftp//a.de» now",
    "see «http;//a.de» now",
    "see «http.//a.de» now",
    "see «http,//a.de» now",
    "see «https;//a.de» now",
    "see ftp;//a.de now",
    "see «http:://a.de» now",
    "see «http//:a.de» now",
    "see «http:/a.de» now",
    "see «http:\\a.de» now",
    "see «http:\\\\a.de» now",
    "see «http:a.de» now",
    "see «http:a.b.com/x» now",
    "see «http:www.a.b» now",
    "see «http:127.0.0.1:8000/plan» now",
    "see http:10.2.3.4 now",
    "see http:www.a now",
    "see http:a.info now",
    "see «http: //www.a.de/b» now",
    "/* see «https: //a.org/b» */",
    "see http: //a.info now",
    "see http: // a.org now",
    "see http:  //a.org now",
    "see http: //plan now",
    "see `http: //a.org` now",
    "see «http:a.net» now",
    "see «http:a.org» now",
    "see «http:a.edu» now",
    "see «http:a.gov» now",
    "see «http:a.int» now",
    "see http:request.start now",
    "see «http//localhost/» now",
    "see http//localhost now",
    "see «http//localhost:80» now",
    "see «http//1.2.3.4/» now",
    "see http//1.2.3.4.5 now",
    "see http//1.2.3 now",
    "see http//a now",
    "see http//a.d now",
    "see http//a.de@b now",
    "see http//a.de:p@b now",
    "see http//a_b.de now",
    "see «HTTP//a.de» now",
    "see «HtTpS//A.DE» now",
    "see https:a.de. now",
    "see «http//a.de/b».,!? now",
    "see «http//a.de/b»_* now",
    "see htp//a.de now",
    "see xhttp//a.de now",
    "see /http//a.de now",
    "see .http//a.de now",
    "see @http//a.de now",
    "see %http//a.de now",
    "see $http//a.de now",
    "see +http//a.de now",
    "see -http//a.de now",
    "see =«http//a.de» now",
    "see =[[file:plan.eps]]\0= now",
    "see [[file:plan.eps]]\0\n* now",
    "see link:«file:plan.eps»\0[a] now",
    "see ,«http//a.de» now",
    "see '«http//a.de» now",
    "see >«http//a.de» now",
    "see [«http//a.de» now",
    "see `http//a.de now",
    "see {http//a.de now",
    "see :http//a.de now",
    "see link:«http//a.de» now",
    "see blink:http//a.de now",
    "see |«http//a.de» now",
    "see http//a.de/http://b.de now",
    "see «http//a.de/»(b now",
    "see «http//a.de/b»`c now",
    "see «http//a.de»|b now",
    "see «http//a.de»{b now",
    "see http:://a.de/https:://b.de now",
    "see ftp:/a.de now",
    "see ftp::a.de now",
    "see «http:a.de:80» now",
    "see «http:a.de?b» now",
    "see «http:a.de#b» now",
    "see «http:a.de») now",
    'see «http:a.de»" now',
    '<a href="«mailto:alice»">',
    '<a href="«mailto:a@b»">',
    '<a href="mailto:">',
    '<a href="mailto:?a">',
    '<a href="mailto:+a">',
    '<a href="mailto:\'a">',
    '<a href="tel:1">',
    '<a href="«tel:call»">',
    '<a href="tel://1">',
    '<a href="tel:1;a">',
    '<a href="tel:\'a">',
    '<a href="«file:a»">',
    '<a href="file:/a">',
    '<a href="«file:C:/a»">',
    '<a href="«file:c|a»">',
    '<a href="«file:~a»">',
    '<a href="«file:.a»">',
    '<a href="file:+">',
    '<a href="«data:text/html,a»">',
    '<a href="data:text/plain,a">',
    '<a href="«data:application/xhtml+xml,a»">',
    '<a href="«data:image/svg+xml,a»">',
    '<a href="data:image/svg,a">',
    '<a href="«data:text/xml,a»">',
    '<a href="«javascript:a»">',
    '<a href="javascript:\'a">',
    '<a href="javascript:+a">',
    '<a href="«JAVASCRIPT:a»">',
    '<a href="«vbscript:a»">',
    '<a href="«http://»">',
    '<a href="«http:///»">',
    '<a href="http://?">',
    '<a href="«https://»">',
    '<a href="ftp://">',
    '<a href="http:a">',
    '<a href="foo:a">',
    '<a href="«mailto:»a://b">',
    '<a href="«mailto:ab.»c://d">',
    "<a href='«javascript:a»'>",
    "<a src='«javascript:a»'>",
    "<a action='«javascript:a»'>",
    "<a formaction='«javascript:a»'>",
    "<a cite='«javascript:a»'>",
    "<a background='«javascript:a»'>",
    "<a poster='«javascript:a»'>",
    "<a HREF='«javascript:a»'>",
    "<a data='javascript:a'>",
    "<a xhref='javascript:a'>",
    "<a href = \t'«mailto:alice»'>",
    "[a](«mailto:alice»)",
    "[a](<mailto:alice>)",
    "(mailto:alice)",
    "[a]: «mailto:alice»\n",
    "[a]:mailto:alice\n",
    "> [a]:  «mailto:alice» b\n",
    "x [a]: mailto:alice\n",
    "[a](«javascript:f(a)b»)",
    "[a](javascript:f(a\nb)",
    "[a](«mailto:alice» 'b')",
    '<a href="mailto:alice>',
    "<a href='«mailto:ali\"ce»'>",
    '<a href="«mailto: alice»">',
    '<a href="mailto:  ">',
    "«mailto:ada at canal.example»",
    "«mailto:ada AT canal.example».",
    "mailto:ada at canal",
    "mailto:ada  at canal.example",
    "tel:ada at canal.example",
    '<a href="«http://»">',
    "[a](«http://»)",
    "(http://)",
    'http://"',
    "<a href='«http:///»'>",
    "xxxxxhttp//a.de",
]


def marked(text):
    for url in reversed(find_urls(Document(text), FindOptions(faults=True))):
        if url.form == "fault":
            ((start, stop),) = url.spans
            text = f"{text[:start]}«{text[start:stop]}»{text[stop:]}"
    return text


@each_row("text", FAULTS)
def test_faults(text):
    assert marked(text.replace("«", "").replace("»", "")) == text


@each_row(("length", "is_found"), [(94, True), (95, True), (96, True), (97, False)])
def test_how_far_the_markup_of_a_link_may_begin(length, is_found):
    text = f"[{'a' * length}]: mailto:alice"
    assert ("«" in marked(text)) == is_found


@pytest.mark.parametrize(("length", "is_found"), [(300 - 7, True), (301 - 7, False)])
def test_how_long_a_target_may_be(length, is_found):
    assert ("«" in marked(f'<a href="mailto:{"a" * length}">')) == is_found


def test_a_long_slip_is_cut():
    assert marked(f"http//a.de/{'b' * 2000}") == f"«http//a.de/{'b' * 1995}»bbbbb"


# Targets of links, and the schemes that were meant: empty for a mistyped one.
TARGETS = [
    ("http//a", "http"),
    ("HTTPS;//a", "https"),
    ("ftp.//a", "ftp"),
    ("http:a", "http"),
    ("javascript:a", "javascript"),
    ("vbscript:a", "vbscript"),
    ("javascript//a", None),
    ("htpp://a", ""),
    ("hppt://a", ""),
    ("foo://a", None),
    ("ab://a", None),
    ("httpabcde://a", None),
    ("a/b", None),
    ("", None),
]


@each_row(("target", "scheme"), TARGETS)
def test_meant_schemes(target, scheme):
    assert meant_by(target) == scheme
