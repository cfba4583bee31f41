"""No output shows a part of a secret of any form, in whatever container it is; and what is hidden is reported."""

import base64
import re
from urllib.parse import quote

import pytest

from planted import PLANTS, plant_all
from tables import each_row
from urlmend import lint
from urlmend.finder import find_urls
from urlmend.model.document import Document
from urlmend.redaction.detect import find_secrets
from urlmend.redaction.forms import FORMS, Kind
from urlmend.redaction.redact import MASK, redact
from urlmend.reports.formats import FORMATS

IN_USERINFO = (Kind.PASSWORD, Kind.TOKEN_USER)
CODES = ["URL501", "URL506", "URL507"]


SPENT = "session"
"""The form that is hidden everywhere, and not reported: a session ends by itself."""
REPORTED = [plant for plant in PLANTS if plant.form.name != SPENT]


def ids(plant):
    return plant.example


@each_row("plant", PLANTS, ids=ids)
def test_a_secret_is_hidden_and_nothing_else(plant):
    shown = redact(f"see {plant.url} there")
    after = plant.after.replace(":x-oauth-basic@", f":{MASK}@").replace(":@", f":{MASK}@")
    assert shown == f"see {plant.before}{MASK}{after} there"


@each_row("plant", REPORTED, ids=ids)
def test_a_secret_is_reported_by_one_rule(plant):
    text = f"see {plant.url} there"
    (finding,) = [found for found in lint(text) if found.code in CODES]
    assert finding.code == ("URL501" if plant.form.kind in IN_USERINFO else "URL506")
    (span,) = finding.spans
    start = text.index(plant.secret)
    assert span.start <= start <= start + len(plant.secret) == span.stop
    assert not plant.leaked(finding.message.encode())


@each_row("plant", REPORTED, ids=ids)
def test_a_broken_secret_is_reported(plant):
    codes = [found.code for found in lint(f"<{plant.broken(3)}>")]
    assert ("URL501" if plant.form.kind in IN_USERINFO else "URL506") in codes


def proofpoint(url):
    """Return a URL as version 2 of Proofpoint's URL Defense writes it."""
    quoted = re.sub("[^A-Za-z0-9./]", lambda match: f"-{ord(match.group()):02X}", url)
    return quoted.replace("/", "_")


def base64url(url):
    return base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")


QUOTINGS = {
    "percent-encoded": lambda url: quote(url, safe=""),
    "percent-encoded twice": lambda url: quote(quote(url, safe=""), safe=""),
    "percent-encoded where necessary": lambda url: quote(url, safe=":/@,"),
    "Proofpoint": proofpoint,
    "base64": lambda url: base64.b64encode(url.encode()).decode(),
    "base64, percent-encoded": lambda url: quote(base64.b64encode(url.encode()).decode(), safe=""),
    "base64url": base64url,
    "Proofpoint in Proofpoint": lambda url: proofpoint(f"https://a.internal/b?u={proofpoint(url)}"),
}


def nested(quoting):
    """The plants whose URLs are nested in this way."""
    schemes = "https?|ftp" if "Proof" in quoting else "https?|ftp|redis|postgresql"
    # "%253A" is nested twice already.
    return [plant for plant in REPORTED if re.match(schemes, plant.url) and "%253A" not in plant.example]


@pytest.mark.slow
@each_row("quoting", QUOTINGS)
def test_secrets_of_nested_urls_are_hidden_and_reported(quoting):
    for plant in nested(quoting):
        assert_hidden_and_reported(plant, quoting)


def assert_hidden_and_reported(plant, quoting):
    quoted = QUOTINGS[quoting](plant.url)
    url = f"https://a.internal/b?u={quoted}&d=e"
    shown = redact(f"see {url} there")
    before, *_, after = shown.split(MASK)
    assert f"see {url}".startswith(before)
    assert after.endswith("&d=e there")
    start, stop = len(before), len(f"see {url} there") - len(after)
    hidden = f"see {url} there"[start:stop]
    assert hidden in quoted
    assert len(hidden) >= len(plant.secret)
    codes = [found.code for found in lint(url) if found.code in CODES]
    assert codes[:1] == ["URL501" if plant.form.kind in IN_USERINFO else "URL506"]


@each_row("quoting", QUOTINGS)
@each_row("url", ["https://c.internal/d?e=f", "http://al@c.internal/", "ftp://c.internal/d@e:f"])
def test_nested_urls_without_a_secret_are_not_reported(url, quoting):
    outer = f"https://a.internal/b?u={QUOTINGS[quoting](url)}&d=e"
    assert redact(outer) == outer
    assert [found.code for found in lint(outer) if found.code in CODES] == []


# Values that are no secrets in any form.
PLACEHOLDERS = [
    "$TOKEN",
    "${TOKEN}",
    "{token}",
    "<token>",
    "***",
    "xxxxxxxxxxxxxxxxxxxxxxxx",
    "TOKEN",
    "YOUR_API_KEY",
    "...",
]


@pytest.mark.slow
@each_row("plant", PLANTS, ids=ids)
def test_placeholders_are_not_reported(plant):
    for value in PLACEHOLDERS:
        text = f"see {plant.before}{value}{plant.after} there"
        assert [found.code for found in lint(text) if found.code in CODES] == [], text


@each_row("plant", PLANTS, ids=ids)
def test_hidden_is_what_rules_report(plant):
    for value in (plant.secret, "$TOKEN", "TOKEN", "abc", "12345", "a1" * 12, "Hallo-77"):
        url = plant.before + value + plant.after
        (found, *_) = find_urls(Document(url))
        if found.text != url:
            continue
        reported = {offset for hit in lint(url, select=CODES) for span in hit.spans for offset in range(*span)}
        hidden = {offset for span in find_secrets(url) for offset in range(*span)}
        token_user = plant.form.kind is Kind.TOKEN_USER  # the password after it is not reported, too
        assert not hidden or not value.startswith("$") or token_user
        assert hidden <= reported or token_user, value
        assert reported & hidden or not reported or value.startswith("$"), value


def test_each_form_has_a_source_and_examples():
    assert all(form.source and form.examples for form in FORMS)
    assert len(PLANTS) > 60


LINT = [
    ["--format", "sarif"],
    ["--show-source"],
    ["--diff", "--unsafe-fixes"],
    ["--baseline", "agreed.jsonl", "--update-baseline"],
    ["--profile", "rfc1738", "--headers"],
    ["--input", "text", "--format", "jsonl"],
]


def project(folder, plants):
    """A project that contains each of the secrets in every container."""
    plant_all(folder / "in", plants)
    (folder / "urlmend.toml").write_text('extend-select = ["ALL"]\n')
    return folder


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    return project(tmp_path_factory.mktemp("planted"), PLANTS)


@pytest.fixture(scope="module")
def sparsely_planted(tmp_path_factory):
    """For outputs that differ only in how they write what is masked already."""
    return project(tmp_path_factory.mktemp("sparsely-planted"), PLANTS[::8])


def leaked(data):
    """The URLs of the secrets of which a part is in the bytes: in one of its words, which outputs repeat often."""
    words = b" ".join(set(data.split()))
    return [plant.url for plant in PLANTS if plant.leaked(words)]


def test_no_secret_contains_a_space():
    assert [plant.url for plant in PLANTS if len(plant.secret.encode().split()) != 1] == []


def printed(done):
    return done.out_bytes + done.err.encode("utf-8", "surrogateescape")


def written(folder):
    """Return the contents of all files that are not input."""
    return b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.is_file() and folder / "in" not in path.parents
    )


@pytest.mark.slow
@pytest.mark.parametrize("arguments", LINT, ids=" ".join)
def test_lint_shows_no_secret(urlmend, planted, arguments):
    done = urlmend("lint", "in", *arguments, cwd=planted)
    assert printed(done)
    assert leaked(printed(done) + written(planted)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_no_format_shows_a_secret(urlmend, sparsely_planted, name):
    done = urlmend("lint", "in", "--format", name, cwd=sparsely_planted)
    assert printed(done)
    assert leaked(printed(done)) == []


@pytest.mark.slow
def test_the_secrets_are_there(urlmend, planted):
    done = urlmend("lint", "in", "--format", "jsonl", "--show-secrets", cwd=planted)
    assert len(leaked(done.out_bytes)) == len(PLANTS)


@pytest.mark.slow
def test_scans_and_reports_show_no_secret(urlmend, planted):
    done = [urlmend("scan", "in", "-o", "r.sqlite", "--progress", "plain", cwd=planted)]
    done.append(urlmend("report", "r.sqlite", cwd=planted))
    pytest.importorskip("jinja2")
    done.append(urlmend("report", "r.sqlite", "--html", "r.html", cwd=planted))
    assert leaked(b"".join(map(printed, done)) + written(planted)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r.jsonl", "r.csv", "r.parquet"])
def test_results_in_other_formats_show_no_secret(urlmend, sparsely_planted, name):
    done = urlmend("scan", "in", "-o", name, cwd=sparsely_planted)
    assert leaked(printed(done) + written(sparsely_planted)) == []


def test_find_prints_urls_unchanged(urlmend, tmp_path):
    for number, plant in enumerate(PLANTS):
        (tmp_path / f"{number}.txt").write_text(f"see {plant.url} there\n")
    found = set(urlmend("find", tmp_path).lines)
    assert {plant.url.removeprefix("jdbc:") for plant in PLANTS} <= found


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("option", ["--format", "--select", "--output", "--unknown", "--baseline"])
def test_errors_show_no_secret(urlmend, option):
    for plant in PLANTS[::9]:
        assert leaked(printed(urlmend("lint", f"{option}={plant.url}", f"in/{plant.url}"))) == []
