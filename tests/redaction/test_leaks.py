"""No output of any command on texts full of secrets contains a part of one."""

import base64
import json
import quopri
import subprocess
import sys

import pytest

from tables import slow_after
from urlmend.reports.formats import FORMATS

# A leak is this many consecutive characters of a secret.
LEAK_LENGTH = 8

# Secret form -> the secret, and a text that contains it in a URL with a finding.
PLANTED = {
    "password": ("Ka7wUyPqRtm", "ftp://al:Ka7wUyPqRtm@a.internal/b|c"),
    "password with signs": ("Kb7x/zWq#vLn", "ftp://al:Kb7x/zWq#vLn@a.internal/b|c"),
    "query": ("Kc7hGfDsAqWeZx48v", "https://a.internal/b?access_token=Kc7hGfDsAqWeZx48v&d=|"),
    "password in a query": ("Kd7oIuYtRe", "https://a.internal/b?password=Kd7oIuYtRe&d=|"),
    "fragment": ("Ke7mNbVcXzLkJh39wQ", "https://a.internal/b#access_token=Ke7mNbVcXzLkJh39wQ&d=|"),
    "broken": ("Kf7pLoKmIjNuHbYgV", "<URL:ftp://al:Kf7pLoKmI\njNuHbYgV@a.internal/b|c>"),
    "broken and quoted": ("Kg7qAzWsXeDcRfVtG", "> <URL:ftp://al:Kg7qAzWsX\n> eDcRfVtG@a.internal/b|c>"),
    "token for a user": ("Kh7uJmIkOlPzAqSwDe26rFt", "https://Kh7uJmIkOlPzAqSwDe26rFt@a.internal/b|c"),
    "token for a user, cut": ("Kp7tZhGrFed2KsWaQy26cVbNm84", "https://Kp7tZhGrFed2\n KsWaQy26cVbNm84@a.internal/b|c"),
    "query, cut": ("Kq7pOiUzTrEw48vLk5", "https://a.internal/b|?access_token=Kq7pOiUzTrEw48\n  vLk5 and"),
    "markup": ("Ki7bGtNhYmJ", '<a href="ftp://al:Ki7bGtNhYmJ@a.internal/b|c">there</a>'),
    "nested": ("Kj7cVfRbGtN", "https://a.internal/b?to=https%3A%2F%2Fal%3AKj7cVfRbGtN%40c.internal%2F|"),
    "nested twice": (
        "Kk7xDcFvGbH",
        "https://a.internal/b?to=https%253A%252F%252Fal%253AKk7xDcFvGbH%2540c.internal%252F|",
    ),
    "nested query": ("Kl7sWaQzXeDcRfVb57", "https://a.internal/b?to=https%3A%2F%2Fc%2F%3Ftoken%3DKl7sWaQzXeDcRfVb57|"),
    "Slack": ("Km7dEsWaQyXcVfRt64GbHn", "https://hooks.slack.com/services/T01AB/B02CD/Km7dEsWaQyXcVfRt64GbHn?|"),
    "Discord": ("Kn7lKjHgFdSa_PoIu-ZtRe93", "https://discord.com/api/webhooks/12345678/Kn7lKjHgFdSa_PoIu-ZtRe93?|"),
    "Telegram": ("Ko7yXcVbNm_AsDfGh-QwErTz82", "https://api.telegram.org/bot123456:Ko7yXcVbNm_AsDfGh-QwErTz82/b?|"),
}
SETTING = "Kz7vBnMkLoP"
SECRETS = [secret for secret, _ in PLANTED.values()] + [SETTING]


def text():
    return "".join(f"see {url} there\n\n" for _, url in PLANTED.values())


def message():
    """Return a message with secrets in its header and in parts of every content type and transfer encoding."""
    subject = " ".join(url.replace("\n", " ") for name, (_, url) in PLANTED.items() if "broken" not in name)
    page = "<p>" + text().replace("\n\n", "<br>") + "</p>"
    parts = [
        ("text/plain", "7bit", text().encode()),
        ("text/plain", "quoted-printable", quopri.encodestring(text().encode())),
        ("text/plain", "base64", base64.encodebytes(text().encode())),
        ("text/html", "7bit", page.encode()),
    ]
    lines = [
        b"From a@b.example Mon Jan  5 10:00:00 2004",
        b"From: a@b.example",
        b"Subject: " + subject.encode(),
        b"Message-ID: <ftp://al:Ka7wUyPqRtm@a.internal/>",
        b"Content-Type: multipart/mixed; boundary=xx",
        b"",
    ]
    for kind, encoding, data in parts:
        lines += [b"--xx", f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n".encode(), data]
    return b"\n".join([*lines, b"--xx--", b""])


@pytest.fixture
def folder(tree):
    """A project whose files contain every secret."""
    settings = f'extend-select = ["ALL"]\n[allow]\nURL205 = ["ftp://al:{SETTING}@a.internal/*"]\n'
    return tree(
        {"in/notes.txt": text(), "in/page.html": f"<p>{text()}</p>", "in/box": message(), "urlmend.toml": settings}
    )


def leaked(data):
    """Return the secrets of which a part is in the bytes."""
    found = []
    for secret in SECRETS:
        pieces = {secret[at : at + LEAK_LENGTH].encode() for at in range(len(secret) - LEAK_LENGTH + 1)}
        found += [secret] if any(piece in data for piece in pieces) else []
    return found


def printed(done):
    return done.out_bytes + done.err.encode("utf-8", "surrogateescape")


def written(folder):
    """Return the contents of all files that are not input."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.parent.name != "in"]
    return b"".join(path.read_bytes() for path in files if path.name != "urlmend.toml")


LINT = [
    *(["--format", name] for name in FORMATS),
    ["--show-source"],
    ["--statistics"],
    ["--diff"],
    ["--diff", "--unsafe-fixes"],
    ["--show-settings"],
    ["--baseline", "agreed.jsonl", "--update-baseline"],
    ["--profile", "rfc1738", "--headers"],
    ["--profile", "whatwg", "--input", "html"],
    ["--input", "text", "--format", "jsonl"],
    ["--output", "gone/report.json", "--format", "json"],
    ["--output", "/dev/full"],
    ["--select", f"ftp://al:{SETTING}@a.internal/"],
]


@pytest.mark.parametrize("arguments", slow_after(4, LINT), ids=" ".join)
def test_lint(urlmend, folder, arguments):
    done = urlmend("lint", "in", *arguments)
    assert leaked(printed(done) + written(folder)) == []


def test_the_secrets_are_found(urlmend, folder):
    done = urlmend("lint", "in", "--format", "jsonl", "--show-secrets")
    assert set(SECRETS) - set(leaked(printed(done))) <= {SETTING, "Kf7pLoKmIjNuHbYgV", "Kg7qAzWsXeDcRfVtG"}
    assert {row["code"] for row in urlmend("lint", "in", "--format", "jsonl").rows} > {"URL501", "URL205"}


@pytest.mark.slow
def test_fixes(urlmend, folder):
    done = urlmend("lint", "in", "--fix", "--unsafe-fixes", "--baseline", "agreed.jsonl", "--update-baseline")
    assert leaked(printed(done) + written(folder)) == []
    again = urlmend("lint", "in", "--baseline", "agreed.jsonl")
    (folder / "in" / "notes.txt").write_text("nothing\n")
    gone = urlmend("lint", "in", "--baseline", "agreed.jsonl")
    assert leaked(printed(again) + printed(gone)) == []


@pytest.mark.slow
def test_scans_and_reports(urlmend, folder):
    for out in ("r.sqlite", "r.jsonl", "r.csv", "r.parquet"):
        assert leaked(printed(urlmend("scan", "in", "-o", out, "--progress", "plain"))) == []
    assert leaked(printed(urlmend("scan", "in"))) == []
    assert leaked(printed(urlmend("scan", "in", "-o", "r.sqlite", "--schemeless"))) == []
    (folder / "urlmend.toml").write_text((folder / "urlmend.toml").read_text().replace("URL205", "URL206"))
    assert leaked(printed(urlmend("scan", "in", "-o", "r.sqlite"))) == []
    assert leaked(printed(urlmend("report", "r.sqlite"))) == []
    pytest.importorskip("jinja2")
    assert leaked(printed(urlmend("report", "r.sqlite", "--html", "r.html"))) == []
    assert len(written(folder)) > 100_000
    assert leaked(written(folder)) == []


def test_removed_files_leave_no_secret_in_the_result(urlmend, folder):
    urlmend("scan", "in", "-o", "r.sqlite")
    (folder / "in" / "box").unlink()
    (folder / "in" / "notes.txt").write_text("nothing\n")
    urlmend("scan", "in", "-o", "r.sqlite")
    assert leaked(written(folder)) == []


WRONG_SETTINGS = [
    'select = ["ftp://al:{secret}@a.internal/"]',
    'unknown = "ftp://al:{secret}@a.internal/"',
    '"ftp://al:{secret}@a.internal/" = 1',
    'profile = "ftp://al:{secret}@a.internal/"',
    'extend-schemes = ["ftp://al:{secret}@a.internal/"]',
    'select = "ftp://al:{secret}@a.internal/',
    '[severity]\nURL205 = "ftp://al:{secret}@a.internal/"',
    '[allow]\n"ftp://al:{secret}@a.internal/" = ["x"]',
]


@pytest.mark.parametrize("wrong", WRONG_SETTINGS)
def test_wrong_settings(urlmend, folder, wrong):
    (folder / "urlmend.toml").write_text(wrong.replace("{secret}", SETTING) + "\n")
    done = urlmend("lint", "in/notes.txt")
    assert done.status == 2
    assert leaked(printed(done)) == []


RAISES = """
import sys
from urlmend.cli import main as cli
from urlmend.linting.project_linter import ProjectLinter
def raises(self, document):
    raise ValueError(f"cannot read {document.text!r}")
ProjectLinter.urls_and_findings = raises
sys.exit(cli.main(["scan", "in", "-o", "r.sqlite", "--processes", sys.argv[1]]))
"""


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("processes", ["1", "2"])
def test_exceptions(folder, processes):
    done = subprocess.run([sys.executable, "-c", RAISES, processes], cwd=folder, capture_output=True, check=False)
    assert b"ValueError" in done.stderr
    assert leaked(done.stdout + done.stderr + written(folder)) == []


def packet(method, params, number=None):
    """Return a message of the language server protocol."""
    content = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
    data = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


@pytest.mark.slow
def test_editors(folder):
    pytest.importorskip("pygls")
    document = text()
    uri = (folder / "in" / "notes.txt").as_uri()
    lines = document.count("\n")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
    item = {"uri": uri, "languageId": "plaintext", "version": 1, "text": document}
    requests = [
        packet("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}, 1),
        packet("initialized", {}),
        packet("textDocument/didOpen", {"textDocument": item}),
        packet(
            "textDocument/codeAction", {"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}}, 2
        ),
        *(
            packet(
                "textDocument/hover",
                {"textDocument": {"uri": uri}, "position": {"line": line, "character": 14}},
                10 + line,
            )
            for line in range(lines)
        ),
        packet("shutdown", None, 3),
        packet("exit", None),
    ]
    command = [sys.executable, "-m", "urlmend", "lsp"]
    done = subprocess.run(command, input=b"".join(requests), cwd=folder, capture_output=True, check=False, timeout=600)
    assert b"URL501" in done.stdout
    assert b"URL205: Apply the fix" in done.stdout
    assert done.stdout.count(b"- form: ") >= len(PLANTED) - 1
    assert leaked(done.stdout + done.stderr) == []
