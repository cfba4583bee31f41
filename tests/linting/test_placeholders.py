"""Placeholders of any syntax, wherever in a URL, are neither reported nor masked; secrets next to them are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import each_row
from urlmend import lint
from urlmend.model.document import Document
from urlmend.redaction.redact import redact
from urlmend.uri import placeholders

# Where each syntax is from, and a text with it.
SYNTAXES = [
    ("Bash", "${name}"),
    ("Bash, with a default", "${name:-local}"),
    ("Bash, without braces", "$name"),
    ("Bash, command", "$(name)"),
    ("Bash, escaped", r"\${name}"),
    ("Bash, argument", "$1"),
    ("PowerShell", "$env:NAME"),
    ("PowerShell, in braces", "${env:NAME}"),
    ("batch", "%NAME%"),
    ("batch, loop", "%%NAME%%"),
    ("batch, delayed", "!NAME!"),
    ("Make", "$(NAME)"),
    ("Make, in a recipe", "$${name}"),
    ("CMake", "@NAME@"),
    ("CMake, generator expression", "$<name>"),
    ("Meson", "@name@"),
    ("Autoconf, twice", "@@NAME@@"),
    ("Maven", "${project.name}"),
    ("Ant, macro", "@{name}"),
    ("Spring", "#{name}"),
    ("Thymeleaf", "*{name}"),
    ("Thymeleaf, inline", "[[name]]"),
    ("Robot Framework", "&{name}"),
    ("Robot Framework, environment", "%{NAME}"),
    ("Velocity", "$!{name}"),
    ("FreeMarker", "${name!}"),
    ("Groovy", "$host.name"),
    ("Jinja", "{{ name }}"),
    ("Jinja, statement", "{% name %}"),
    ("Mustache", "{{name}}"),
    ("Mustache, raw", "{{{name}}}"),
    ("Handlebars, helper", "{{#name}}"),
    ("Helm", "{{ .Values.name }}"),
    ("Go", "{{.Name}}"),
    ("Go, format", "%[1]s"),
    ("Go, format without a value", "%!s(MISSING)"),
    ("GitHub Actions", "${{ secrets.NAME }}"),
    ("Azure Pipelines", "$[name]"),
    ("Concourse", "((name))"),
    ("Template Toolkit", "[% name %]"),
    ("ERB", "<%= name %>"),
    ("ERB, variable", "<%= @name %>"),
    ("JSP", "<% name %>"),
    ("PHP", "<?= $name ?>"),
    ("Smarty", "{$name}"),
    ("Pug", "!{name}"),
    ("Ruby", "#{@name}"),
    ("Ruby, format", "%<name>s"),
    ("Python", "{name}"),
    ("Python, format", "{name:s}"),
    ("Python, conversion", "{name!r}"),
    ("Python, position", "{0}"),
    ("Python, percent", "%(name)s"),
    ("C", "%s"),
    ("C, position", "%1$s"),
    ("Swift", r"\(name)"),
    ("Tcl and Perl", "$::name"),
    ("WDL", "~{name}"),
    ("Apache and Logstash", "%{name}"),
    ("rsyslog", "%name%"),
    ("T-SQL and sqlcmd", "$(NAME)"),
    ("RFC 6570", "{+name}"),
    ("RFC 6570, query", "{?name}"),
    ("docutils", "|name|"),
    ("DITA", "<name>"),
    ("MediaWiki", "{{{name}}}"),
    ("entity of XML", "&name;"),
    ("HTML, escaped", "&lt;name&gt;"),
    ("manual", "<your-name>"),
    ("manual, doubled", "<<NAME>>"),
    ("manual, square", "[name]"),
    ("manual, typographic", "‹name›"),
    ("percent-encoded", "%7Bname%7D"),
    ("percent-encoded, angle", "%3Cname%3E"),
    ("build tools", "__NAME__"),
    ("build tools, dollars", "$$NAME$$"),
    ("build tools, hashes", "##name##"),
    ("build tools, tildes", "~name~"),
    ("ellipsis", "..."),
    ("typographic ellipsis", "…"),
    ("mask", "****"),
    ("mask of letters", "xxxx"),
    ("mask of capitals", "XXXXXXXX"),
    ("two", "{name}-{other}"),
]
# `§` is the placeholder.
PLACES = {
    "user": "ftp://§@db.internal/app",
    "user and password": "postgres://§:§@db.internal/app",
    "password": "postgres://admin:§@db.internal/app",
    "host": "http://§/app",
    "part of the host": "https://§.internal/app",
    "port": "http://db.internal:§/app",
    "segment": "https://db.internal/§/app",
    "last segment": "https://db.internal/app/§",
    "name of a parameter": "https://db.internal/app?§=1",
    "value": "https://db.internal/app?a=§",
    "value of a token": "https://db.internal/app?token=§&b=1",
    "value of a password": "https://db.internal/app?password=§",
    "fragment": "https://db.internal/app#§",
    "authority": "mysql://§:§@§:§/§",
}
FORMATS = {
    "a.txt": "The plan is at {} there.\n",
    "a.md": "# Plan\n\nThe plan is at {} there.\n",
    "a.yaml": "plan:\n  url: {}\n",
    "a.sh": "# The plan\ncurl {} -o plan\n",
    "a.json": '{{"url": {}}}\n',
}


def codes(name, *urls):
    shown = map(json.dumps, urls) if name.endswith("json") else urls
    text = "\n".join(map(FORMATS[name].format, shown))
    return [finding.code for finding in lint(Document(text, name=name))]


@pytest.mark.slow
@each_row(("origin", "syntax"), SYNTAXES, ids=[origin for origin, _ in SYNTAXES])
def test_placeholders_are_neither_reported_nor_masked(origin, syntax):
    urls = [pattern.replace("§", syntax) for pattern in PLACES.values()]
    assert {name: found for name in FORMATS if (found := codes(name, *urls))} == {}, origin
    texts = [text for url in urls for text in (url, f"see {url} there")]
    assert [redact(text) for text in texts] == texts, origin


# The same places with a value that is no placeholder.
REAL = {
    "postgres://admin:§@db.internal/app": ("URL501", "h7Tq-92x", "Sommer-04!", "correcthorsebattery"),
    "postgres://{user}:§@db.internal/{app}": ("URL501", "h7Tq-92x", "Sommer-04!"),
    "postgres://${env:USER}:§@db.internal:${PORT}/app": ("URL501", "h7Tq-92x"),
    "https://§@db.internal/app": ("URL501", "9f86d081884c7d659a2feaa0c55ad0159f86d081"),
    "https://db.internal/{app}?token=§": ("URL506", "9f86d081884c7d659a2feaa0c55ad0159f86d081"),
    "https://db.internal/app?password=§&user=%USER%": ("URL506", "h7Tq-92x", "Sommer-04"),
    "https://db.internal/app#access_token=§": ("URL506", "9f86d081884c7d659a2feaa0c55ad0159f86d081"),
}


@each_row("pattern", REAL)
@each_row("name", FORMATS)
def test_secrets_next_to_placeholders_are_reported_and_masked(pattern, name):
    code, *values = REAL[pattern]
    for value in values:
        url = pattern.replace("§", value)
        assert code in codes(name, url), url
        assert value not in redact(url)


# What is no name within delimiters, and so rather a secret.
IN_DELIMITERS = ["{§}", "${§}", "$§", "[§]", "%§%", "|§|", "!§!", "$$§$$", "%7B§%7D", "${PW:-§}", "{{§}}"]


@each_row("delimiters", IN_DELIMITERS)
@each_row("secret", ["h7Tq92xK1pQ", "Sommer04"])
def test_secrets_in_delimiters_are_reported_and_masked(delimiters, secret):
    value = delimiters.replace("§", secret)
    for code, url in (
        ("URL501", f"postgres://admin:{value}@db.internal/app"),
        ("URL506", f"https://db.internal/app?password={value}&b=1"),
    ):
        assert code in codes("a.txt", url), url
        assert secret not in redact(url)


@each_row("delimiters", ["{§}", "[§]", "${§}", "%7B§%7D", "{{§}}"])
def test_tokens_in_brackets_are_reported_and_masked(delimiters):
    token = "9f86d081884c7d659a2feaa0c55ad0159f86d081"
    url = f"https://db.internal/app?token={delimiters.replace('§', token)}&b=1"
    assert codes("a.txt", url) == ["URL506"]
    assert token not in redact(url)


@each_row("name", ["PASSWORD2", "db_password", "dbPassword", "password_v2", "s3_bucket", "k8s.host"])
def test_names_in_delimiters_are_no_secrets(name):
    for delimiters in IN_DELIMITERS[:8]:
        url = f"postgres://admin:{delimiters.replace('§', name)}@db.internal/app"
        assert "URL501" not in codes("a.txt", url), url
        assert redact(url) == url


def all_placeholders(text):
    return [match.span() for match in placeholders._EXPRESSION.finditer(text)]


@each_row("before", ["", "/", "a", "%", "x=", ":", "$", "\\", "%20", "..."])
def test_no_placeholder_begins_long_before_its_sign(before):
    for syntax, name in SYNTAXES:
        text = f"http://db.internal/{before}{name}/b"
        assert placeholders.placeholders(text) == all_placeholders(text), syntax


@given(st.text("${}%<>[]()@!~#&;^_|\\./:*=-ab1AFZ \"'lt\u2026\xab\xbb", max_size=24))
def test_the_search_from_the_first_sign_misses_no_placeholder(text):
    assert placeholders.placeholders(text) == all_placeholders(text)
