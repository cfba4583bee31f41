"""Fast tests that rule secrets out are true of every secret of the table of forms."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend.finder import find_urls
from urlmend.model.document import Document
from urlmend.model.lines import PATCH_MARK
from urlmend.redaction.detect import _ENCODED_SIGN, find_secrets, may_contain_secret
from urlmend.redaction.forms import FORMS
from urlmend.redaction.harmless import may_contain_part
from urlmend.redaction.url_masks import _GAP, redacted_url

EXAMPLES = [example for form in FORMS for example in form.examples]
URLS = [example.replace("«", "").replace("»", "") for example in EXAMPLES]
WITHOUT_PARTS = [
    "https://canal.example/",
    "http://lists.canal.example:8080/pipermail/boats/2004-January.txt",
    "https://canal.example/locks/12/#opening",
    "ftp://ftp.canal.example/pub/locks-1.2.tar.gz",
    "https://canal.example/boats?sort&all",
]
WITH_PARTS = [
    "https://alice:h7Tq",
    "https://ghp_u7Rk2mXq9ZtLw4VbN8yC",
    "https://canal.example/?token=",
    "https://canal.example/?a&#61;b",
    "https://canal.example/%3A",
    "https://canal.example/a&",
    "https://hooks.slack.com/services/",
]


@each_row("url", URLS)
def test_every_secret_has_a_sign(url):
    assert may_contain_secret(url)
    assert may_contain_part(url)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
@each_row("url", URLS)
@each_row("line_break", ["\n> ", " "])
def test_urls_before_a_break_in_a_secret_may_contain_a_part(step, url, line_break):
    for at in range(len(url) % step, len(url), step):
        text = f"See {url[:at]}{line_break}{url[at:]} for more."
        for found in find_urls(Document(text)):
            if redacted_url(text, found) != found.text:
                assert may_contain_part(found.text), (text, found.text)


@each_row("url", WITHOUT_PARTS)
def test_ordinary_urls_contain_no_part(url):
    assert not may_contain_part(url)


@each_row("url", WITH_PARTS)
def test_other_urls_may_contain_a_part(url):
    assert may_contain_part(url)


def test_a_name_of_a_parameter_without_value_contains_no_part():
    assert not may_contain_part("https://canal.example/?token")
    assert find_secrets("https://canal.example/?token =9f86d081884c7d659a2feaa0c55ad015")[0].start > 28


# Plainer expressions of the same text, which takes longer to search.
_PLAIN_GAP = re.compile(rf"[\\^`]?\s{{1,20}}{PATCH_MARK}")
_PLAIN_ENCODED_SIGN = re.compile(r"%40|[\[{]|\\|&\#|[\"']\s?:")


@given(st.text(alphabet="\\^` \t\r\n>|#+-a", max_size=60))
def test_gaps_between_words_are_those_of_the_plain_expression(text):
    assert [found.span() for found in _GAP.finditer(text)] == [found.span() for found in _PLAIN_GAP.finditer(text)]


@given(st.text(alphabet="%40[{\\&#\"' :a", max_size=12))
def test_signs_of_encoded_secrets_are_those_of_the_plain_expression(text):
    assert bool(_ENCODED_SIGN.search(text)) == bool(_PLAIN_ENCODED_SIGN.search(text))
