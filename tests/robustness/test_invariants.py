"""The invariants, on random input built from parts of real text, mail, archives and settings."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import invariants
import urlmend
from structures import (
    CHARSETS,
    ENCODINGS,
    SETTINGS,
    WRONG_SETTINGS,
    archives,
    boxes,
    config,
    damaged,
    encoded,
    passages,
    toml,
)
from urlmend.model.finding import PROFILES
from urlmend.reports.formats import FORMATS
from urlmend.settings.loading import load

PROFILE = st.sampled_from(PROFILES)
FORMAT = st.sampled_from(FORMATS)
# For slower invariants.
FEWER = settings(max_examples=settings().max_examples // 3)


def as_bytes(text):
    return text.encode("utf-8", "surrogateescape")


@given(passages(), st.booleans(), st.sampled_from(["", "yes", "delsp"]))
def test_find_invariants(text, schemeless, flowed):
    invariants.find(as_bytes(text), schemeless=schemeless, flowed=flowed)


@pytest.mark.slow
@given(passages(), PROFILE, FORMAT)
@example("\nsee http://a.example see http://a.example//00000000000 see http://a\n.example \n", "rfc1738", "text")
def test_lint_invariants(text, profile, form):
    invariants.lint(as_bytes(text), profile=profile, form=form)


@pytest.mark.slow
@given(passages(), passages(), st.sampled_from(invariants.PLANTED), PROFILE, FORMAT)
@FEWER
def test_secrets_are_hidden(before, after, planted, profile, form):
    invariants.secrets(as_bytes(before), as_bytes(after), planted=planted, profile=profile, form=form)


@pytest.mark.slow
@given(passages(), PROFILE, st.booleans())
def test_fix_invariants(text, profile, unsafe):
    invariants.fix(as_bytes(text), profile=profile, unsafe=unsafe)


@given(st.one_of(passages().map(as_bytes), boxes()), st.booleans())
@FEWER
def test_fix_files_invariants(data, unsafe):
    invariants.fix_file(data, unsafe=unsafe)


@given(st.one_of(boxes(), damaged(boxes())))
@FEWER
def test_mail_invariants(data):
    invariants.mail(data)


@given(passages(), st.sampled_from(CHARSETS), st.sampled_from(ENCODINGS))
def test_mail_contains_the_urls_of_its_text(text, charset, encoding):
    # Quoted-printable and base64 define their own line ends.
    text = re.sub(r"\r\n?", "\n", text)
    header = f"Subject: x\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n"
    documents = list(urlmend.documents(header.encode() + encoded(text, charset, encoding)))
    written = text.encode(charset, "replace").decode(charset)
    assert [url.text for document in documents for url in urlmend.find(document)] == [
        url.text for url in urlmend.find(written)
    ]


@given(archives())
def test_archives_contain_their_entries(archive):
    data, contents = archive
    invariants.unpacked(data, "box", contents)
    invariants.archive(data)


@given(damaged(archives().map(lambda archive: archive[0])))
def test_damaged_archives_are_readable(data):
    invariants.archive(data)


@given(st.one_of(SETTINGS, WRONG_SETTINGS).map(toml).map(str.encode))
@FEWER
def test_configuration_invariants(data):
    invariants.configuration(data)
    invariants.configuration(b"[tool.urlmend]\n" + data, "pyproject.toml")


@given(SETTINGS)
def test_settings_round_trip(settings):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "urlmend.toml")
        path.write_text(toml(settings), "utf-8")
        assert load(str(path)) == config(settings)
