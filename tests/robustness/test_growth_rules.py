"""The CPU time of each rule grows linearly with the text: with many findings, and on one endless URL."""

from functools import partial
from itertools import islice
from types import SimpleNamespace

import pytest

from example_documents import example_document
from growth import assert_linear, assert_linear_on_attacks
from urlmend import Document, lint
from urlmend.finder import find_urls
from urlmend.linting.linter import MAX_HITS
from urlmend.model.document import Part
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.rules import RULES
from urlmend.rules.registry import Case, examples

pytestmark = pytest.mark.slow

BAD = {code: [example for example in examples(rule) if example.kind == "bad"] for code, rule in RULES.items()}
# Outside of mail, three attacks that these rules report are a list that explains them.
IN_LISTS = {"URL603", "URL604", "URL618"}
MAIL = SimpleNamespace(message=None, part=Part("1", "text/plain"))
# Of what an endless URL is made.
PUMPS = """a /../ ;a=b %00 {a}| a:b@c/ \u0430b.""".split()


@pytest.mark.parametrize("code", BAD)
def test_many_findings(code):
    example = BAD[code][0]
    origin = MAIL if code in IN_LISTS else None
    text = example.text if example.text.endswith("\n") else example.text + "\n"

    def work(document):
        assert lint(document, select=[code], profile=example.profile)

    def made(length):
        many = (text + "\n") * (length // len(text))
        return example_document(many, form=example.format, flowed=example.flowed, origin=origin)

    assert_linear(work, made, 8_000)


def endless(url, pump, length):
    """A URL that goes on and on, as only an attribute holds it."""
    text = url.text + pump * (length // len(pump))
    span = Span(0, len(text))
    return Case(Url(text, (span,), span, "markup", url.scheme), text, "rfc1738", labelled=True)


@pytest.mark.parametrize("code", BAD)
def test_endless_urls(code):
    def work(case):
        list(islice(RULES[code].check(case), MAX_HITS))

    for url in find_urls(Document(BAD[code][0].text))[:1]:
        attacks = [partial(endless, url, pump) for pump in PUMPS]
        assert_linear_on_attacks(work, attacks, lambda case: case, 8_000)
