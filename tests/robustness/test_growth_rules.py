"""No rule takes more steps than the text has characters, times some constant: many findings, and one endless URL."""

from itertools import islice

import pytest

from steps import Text, assert_linear
from urlmend import Document, lint
from urlmend.finder import find_urls
from urlmend.linting.linter import MAX_HITS
from urlmend.model.span import Span
from urlmend.model.url import Url
from urlmend.rules import RULES, wrapper_context
from urlmend.rules.registry import Case, examples

BAD = {code: [example for example in examples(rule) if example.kind == "bad"] for code, rule in RULES.items()}
# Of what an endless URL is made.
PUMPS = """a /../ ;a=b %00 {a}| a:b@c/ \u0430b.""".split()


@pytest.mark.parametrize("code", BAD)
def test_many_findings(code, monkeypatch):
    monkeypatch.setattr(wrapper_context, "_CONTEXT", 100)  # short texts do not fill a longer window
    example = BAD[code][0]
    text = example.text if example.text.endswith("\n") else example.text + "\n"

    def work(document):
        assert lint(document, select=[code], profile=example.profile)

    def made(count, meter):
        return Document(Text((text + "\n") * count, meter), flowed=example.flowed)

    assert_linear(work, made, 5)


def endless(url, pump, count, meter):
    """A URL that goes on and on, as only an attribute holds it."""
    text = Text(url.text + pump * count, meter)
    span = Span(0, len(text))
    return Case(Url(text, (span,), span, "markup", url.scheme), text, "rfc1738")


@pytest.mark.parametrize("code", BAD)
def test_endless_urls(code):
    urls = find_urls(Document(BAD[code][0].text))
    for url in urls[:1]:
        for pump in PUMPS:
            assert_linear(
                lambda case: list(islice(RULES[code].check(case), MAX_HITS)),
                lambda count, meter, pump=pump, url=url: endless(url, pump, count, meter),
                25,
                slack=3000,
            )
