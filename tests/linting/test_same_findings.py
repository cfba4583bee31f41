"""The library, the commands' default settings and an explicit selection of the same rules give the same findings."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmend
from buffer_samples import NAMES, samples
from strategies import HOSTILE_TEXTS, URLS
from tables import each_row
from urlmend.decoding.sniff import HEAD_SIZE
from urlmend.finder import FindOptions
from urlmend.linting.project_linter import ProjectLinter
from urlmend.model.document import Document
from urlmend.rules import RULES
from urlmend.settings.config import Config

ROOT = Path(__file__).parents[2]
CORPORA = [path for path in sorted((ROOT / "corpora").rglob("*.*")) if path.suffix not in (".md", ".jsonl")]
DEFAULT_RULES = tuple(code for code, rule in RULES.items() if "rfc3986" in rule.default_profiles)
LINKS = """<p>see <a href="http://a.canal.org/">http://b.lock.org/</a> and <a href='http://a.canal.org/'>www.lock.org</a>
[http://b.lock.org/](http://a.canal.org/) `www.lock.org <http://a.canal.org/>`_ http://a.canal.org[www.lock.org]
http://a.canal.org/b|c http://ada:h7Tq-92x@a.canal.org/ <URL:http://a.canal.org/d> http://a.canal.org
"""
WITH_LINKS = (".html", ".htm", ".md", ".rst", ".adoc")
HTML_MAIL = b"From: a@canal.org\nSubject: b\nContent-Type: text/%b\n\n%b"


def documents_of(name, data):
    stream = io.BytesIO(data)
    stream.name = name
    return list(urlmend.documents(stream))


def assert_same(document):
    """The codes of the findings of a document, which are the same by all ways."""
    expected = [finding._replace(fix=None) for finding in urlmend.lint(document)]
    for settings in (Config(), Config(select=DEFAULT_RULES)):
        found = ProjectLinter(settings, "", FindOptions()).findings(document)
        assert [finding._replace(fix=None) for finding in found] == expected
    return [finding.code for finding in expected]


@pytest.mark.slow
@each_row("path", CORPORA, ids=lambda path: path.name)
def test_corpora(path):
    for document in urlmend.documents(path):
        assert_same(document)


@pytest.mark.slow
@each_row(("name", "data"), samples().items(), ids=list(samples()))
def test_samples_of_all_formats(name, data):
    for document in documents_of(name, data):
        assert_same(document)
    if name in NAMES:
        for document in documents_of(name, LINKS.encode()):
            assert ("URL626" in assert_same(document)) == name.endswith(WITH_LINKS)


def test_a_text_is_plain_text():
    assert "URL626" not in assert_same(Document(LINKS))


@pytest.mark.parametrize("subtype", [b"html", b"plain"])
def test_mail(subtype):
    (*_, document) = documents_of("a.eml", HTML_MAIL % (subtype, LINKS.encode()))
    assert ("URL626" in assert_same(document)) == (subtype == b"html")


@given(st.lists(st.one_of(URLS, HOSTILE_TEXTS, st.sampled_from(LINKS.split())), max_size=6), st.sampled_from(NAMES))
def test_generated_texts(pieces, name):
    for document in documents_of(name, " ".join(pieces).encode("utf-8", "surrogatepass")):
        assert_same(document)


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.md"])
def test_long_files(urlmend, tree, name):
    tree({name: LINKS + "text without URLs\n" * (HEAD_SIZE // 16)})
    by_default = urlmend("lint", name).lines
    assert by_default
    assert urlmend("lint", name, "--select", ",".join(DEFAULT_RULES)).lines == by_default
    assert any("URL626" in line for line in by_default) == (name != "a.txt")
