"""Errors in settings files are reported with their positions."""

import re

import pytest

from growth import assert_linear
from tables import each_row
from urlmend.redaction.redact import MASK
from urlmend.settings.config import ConfigError
from urlmend.settings.loading import config_of, load
from urlmend.settings.positions import located
from urlmend.settings.rule_selection import faults_of_codes

# A settings file without and with a table around it, and the messages after the name of the file.
TABLE = [
    ("profile = 1\n", ["1:11: profile must be a string"]),
    ("# a comment: profile = 2\n\n  profile = 1\n", ["3:13: profile must be a string"]),
    ("schemeless = true\nselct = []\n", ["2:1: unknown key 'selct'; did you mean 'select'?"]),
    ('select = [\n  "URL5",\n  "URL999", # "URL888"\n]\n', ["3:3: select: unknown rule 'URL999'"]),
    (
        "select = ['URL999']\r\nignore = 'URL1'\r\n",
        ["1:11: select: ", '2:10: ignore must be a list of strings: write ["URL1"]'],
    ),
    ('"profile" = "rfc1739"\n', ["1:13: unknown profile 'rfc1739'"]),
    ("'selct' = []\n", ["1:1: unknown key 'selct'"]),
    ('"prof\\u0069le" = 1\n', ["1:18: profile must be a string"]),
    ("severity.URL501 = 'eror'\n", ["1:19: severity.URL501 must be one of"]),
    ("severity . 'URL501' = 5\n", ["1:12: severity.URL501 must be one of"]),
    ("allow = {URL501 = ['a'], URL999 = ['b']}\n", ["1:26: allow: unknown rule 'URL999'"]),
    ("allow = [{URL501 = ['a']}]\nprofile = 1\n", ["1:9: allow must be a table", "2:11: profile must"]),
    ('per-file-ignores."a = [b].c" = ["URL1", "URL999"]\n', ["1:41: per-file-ignores.a = [b].c: unknown rule"]),
    ('baseline = """\nprofile = 1\n"""\nfail-on = "warn"\n', ["4:11: fail-on must be one of"]),
    ("baseline = '''\nprofile = 1''''\nprofile = 1\n", ["3:11: profile must be a string"]),
    ('baseline = "a \\" # b"\nextend-schemes = ["1a"]\n', ["2:19: extend-schemes: invalid scheme '1a'"]),
    ("exclude = ['é😀', '!']\n", ["1:18: exclude: invalid .gitignore pattern '!'"]),
    ('exclude = ["a", "\\u0021"]\n', ["1:17: exclude: invalid .gitignore pattern '!'"]),
    ("select = 'URL1,URL5'\n", ['1:10: select must be a list of strings: write ["URL1", "URL5"]']),
    ("schemeless='yes'\n", ["1:12: schemeless must be true or false"]),
    ("select = \t[ # a\n 1]\n", ["1:11: select must be a list of strings"]),
    ("exclude = [['!']]\n", ["1:11: exclude must be a list of strings"]),
    (
        "b = 1\nselect = ['URL998', 'URL1', 'URL999']\nprofile = 'rfc'\na = {b.c = [{d = 1}, 2]}\nignore = 5\n",
        ["1:1: unknown key 'b'", "2:11: select: ", "2:29: select: ", "3:11: unknown profile", "4:1: ", "5:10: ignore"],
    ),
]
# A complete file, its name, and the messages after the name.
FILES = [
    ("pyproject.toml", "[project]\nname = 'a'\nselct = 1\n[tool.urlmend]\nselct = 1\n", ["5:1: unknown key 'selct'"]),
    ("pyproject.toml", "tool.urlmend.selct = 1\n", ["1:14: unknown key 'selct'"]),
    ("pyproject.toml", "tool = {other = 1, urlmend = {profile = 'x'}}\n", ["1:41: unknown profile 'x'"]),
    ("pyproject.toml", "[tool.'urlmend'.severity]\nURL1 = 'a' # tool.urlmend\n", ["2:8: severity.URL1 must be"]),
    (
        "pyproject.toml",
        "[tool.urlmend]\n[tool.urlmend.per-file-ignores]\n'a.b' = ['X']\n",
        ["3:10: per-file-ignores.a.b"],
    ),
    ("pyproject.toml", "[tool.urlmend]\n[tool.a]\nselect = 1\n[tool.urlmend.allow]\nX = []\n", ["5:1: allow: unknown"]),
    ("urlmend.toml", "[severity]\nURL501 = 'eror'\n", ["2:10: severity.URL501 must be one of"]),
    (
        "urlmend.toml",
        "[per-file-ignores]\n'*.py' = 'URL1'\n",
        ["2:10: per-file-ignores.*.py must be a list of strings"],
    ),
    ("urlmend.toml", "[[allow]]\nURL501 = []\n", ["1:3: allow must be a table"]),
    ("urlmend.toml", "[a.profile]\nb = 1\n[severity]\nURL999 = 'info'\n", ["1:2: unknown table 'a'", "4:1: severity"]),
    ("urlmend.toml", "schemeless = true\n[tool.urlmend]\n", ["2:2: [tool.urlmend] is for pyproject.toml"]),
    ("urlmend.toml", "\ufeffprofile = \n", ["1:11: invalid TOML: invalid value"]),
    ("urlmend.toml", "profile = \n", ["1:11: invalid TOML: invalid value"]),
    ("urlmend.toml", f"# a\nfail-on = {'9' * 5000}\n", ["2:11: invalid TOML: a number has too many digits"]),
    ("urlmend.toml", "schemeless = true\nprofile 1\n", ["2:9: invalid TOML: expected '=' after a key"]),
    ("urlmend.toml", "select = [\n  'URL1'", ["2:9: invalid TOML: unclosed array"]),
    ("urlmend.toml", "a = 1\n" + "a." * 60 + "a = 1\n", ["2:1: invalid TOML: a key has more than 50 parts"]),
    ("urlmend.toml", b"schemeless = true\nprofile = '\xff'\n", ["2:12: invalid UTF-8: save the file as UTF-8"]),
]


TOKEN = "ghp_u7Rk2mXq9ZtLw4VbN8yCs1Df6GhJ3pKe0AaQ"
# A settings file, and the lines that are printed of it, in which `«…»` is hidden.
SECRETS = [
    ("password = 'h7Tq-92x'\n", ["password = «'h7Tq-92x'»"]),
    ("password = h7Tq-92x\n", ["password = «h7Tq-92x»"]),
    ("password = 'h7Tq-92x", ["password = «'h7Tq-92x»"]),
    ('x = {user = "ada", password = "h7Tq-92x"} # y\n', ['x = {user = "ada", password = «"h7Tq-92x"»} # y']),
    ("[x]\npassword = 'h7Tq' # an old one\n[y]\n", ["[x]", "[y]"]),
    ("[severity]\npassword = 'h7Tq'\n", ["password = «'h7Tq'»"]),
    ('password = """ada\nh7Tq\\q"""\n', ["«h7Tq»"]),
    ('password = """ada\nh7Tq', ["«h7Tq»"]),
    ("password = '''ada\nh7Tq", ["«h7Tq»"]),
    ("password = [{user = 'ada'}, 'h7Tq', =]\n", ["password = [{user = 'ada'}, «'h7Tq'», =]"]),
    ("password: h7Tq-92x\n", ["password: «h7Tq-92x»"]),
    ("= 1 # password = h7Tq-92x\n", ["= 1 # password = «h7Tq-92x»"]),
    (f"api-key = '{TOKEN}'\n", [f"api-key = «'{TOKEN}'»"]),
    (f"profile = '{TOKEN}'\n", [f"profile = '«{TOKEN}»'"]),
    ("profile = 'ftp://al:h7Tq@a.internal/'\n", ["profile = 'ftp://al:«h7Tq»@a.internal/'"]),
    (f"extend-schemes = ['a', 'B{TOKEN}']\n", [f"extend-schemes = ['a', 'B{TOKEN}']"]),
    ("exclude = ['a', 'password', '!']\n", ["exclude = ['a', 'password', '!']"]),
    ("password = ''\npass-word = '${PASSWORD}'\n", ["password = ''", "pass-word = '${PASSWORD}'"]),
    ("selct = 'h7Tq-92x' # the password of ada\n", ["selct = 'h7Tq-92x' # the password of ada"]),
    ("token = 'a'\nkey = 'main'\n", ["token = 'a'", "key = 'main'"]),
]


def messages_of(path):
    with pytest.raises(ConfigError) as raised:
        load(str(path), check=faults_of_codes)
    assert str(raised.value) == "\n".join(raised.value.messages)
    return [message.removeprefix(f"{path}:") for message in raised.value.messages]


def are_as_expected(messages, expected):
    return len(messages) == len(expected) and all(map(str.startswith, messages, expected))


@each_row(("text", "expected"), TABLE)
def test_errors_have_positions(tmp_path, text, expected):
    (tmp_path / "urlmend.toml").write_text(text, "utf-8", newline="")
    assert are_as_expected(messages_of(tmp_path / "urlmend.toml"), expected)
    (tmp_path / "pyproject.toml").write_text(f"[tool.urlmend]\n{text}[tool.other]\nselect = 1", "utf-8", newline="")
    below = [f"{int(message.partition(':')[0]) + 1}:{message.partition(':')[2]}" for message in expected]
    assert are_as_expected(messages_of(tmp_path / "pyproject.toml"), below)


@each_row(("name", "content", "expected"), FILES)
def test_errors_in_tables_and_syntax_have_positions(tmp_path, name, content, expected):
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert are_as_expected(messages_of(tmp_path / name), expected)


@each_row(("text", "lines"), SECRETS)
def test_lines_have_no_secrets(tmp_path, text, lines):
    path = tmp_path / "urlmend.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as raised:
        load(str(path), check=faults_of_codes)
    shown = [message.line for message in raised.value.args]
    assert shown == [re.sub("«.*?»", MASK, line) for line in lines]
    assert all(message.marked.stop <= len(message.line) for message in raised.value.args)
    secrets = re.findall("«[\"']*(.*?)[\"']*»", "".join(lines))
    assert [secret for secret in secrets if secret in str(raised.value)] == []


def test_messages_about_passwords_are_complete(urlmend, tmp_path):
    (tmp_path / "urlmend.toml").write_text(f"password = 'h7Tq-92x'\nprofile = '{TOKEN}'\n")
    (tmp_path / "a.txt").write_text("")
    assert urlmend("lint", "a.txt").err.replace(f"{tmp_path / 'urlmend.toml'}:", "").splitlines() == [
        "urlmend: 1:1: unknown key 'password': `urlmend lint --isolated --show-settings` lists all keys",
        "    password = ***",
        "    ^^^^^^^^",
        "urlmend: 2:11: unknown profile '***'; one of rfc1738, rfc3986, whatwg",
        "    profile = '***'",
        "              ^^^^^",
    ]


@pytest.mark.slow
@each_row("unit", ["password = 'a'\n", "password=[", "x = {password = ", "password = '''", "a.", "'password'.", "\\"])
def test_time_is_linear(unit):
    def work(text):
        with pytest.raises(ConfigError):
            config_of(text.encode(), "urlmend.toml")

    assert_linear(work, lambda count: unit * count + "\n=", 2000)


@pytest.mark.slow
def test_the_number_of_messages_is_limited(tmp_path):
    path = tmp_path / "urlmend.toml"
    path.write_text("".join(f"a{number} = 1\n" for number in range(20)))
    assert len(messages_of(path)) == 20
    path.write_text("".join(f"a{number} = 1\n" for number in range(50_000)))
    assert messages_of(path)[20:] == [" more errors are not shown"]


def test_errors_of_unusable_plugins_hide_those_of_codes(tmp_path):
    path = tmp_path / "urlmend.toml"
    path.write_text("select = ['CANAL001']\nplugins = ['canal', 'river']\n")
    assert are_as_expected(messages_of(path), ["2:12: plugin 'canal' is not", "2:21: plugin 'river' is not"])
    path.write_text("select = ['CANAL001']\nplugins = 'canal'\n")
    assert messages_of(path) == ['2:11: plugins must be a list of strings: write ["canal"]']


def test_a_key_that_is_not_in_the_document_has_the_position_of_the_nearest_table():
    faults = [(("severity", "URL1"), "a"), (("severity",), "b"), (("x",), "c")]
    text = "\n[tool.urlmend]\n[tool.urlmend.severity]\n"
    assert [str(each) for each in located(text, faults, ("tool", "urlmend"))] == ["2:7: c", "3:15: a", "3:15: b"]
    assert [str(each) for each in located("", faults, ())] == [" a", " b", " c"]


def test_all_errors_are_printed(urlmend, tmp_path):
    path = tmp_path / "urlmend.toml"
    path.write_text("profile = 1\nselect = ['URL1', 'URL999']\nschemeless = 1\n")
    (tmp_path / "a.txt").write_text("")
    done = urlmend("lint", "a.txt")
    assert (done.status, done.out) == (2, "")
    assert done.err.replace(f"{path}:", "").splitlines() == [
        "urlmend: 1:11: profile must be a string",
        "    profile = 1",
        "              ^",
        "urlmend: 2:19: select: unknown rule 'URL999': `urlmend rules` lists all rules",
        "    select = ['URL1', 'URL999']",
        "                      ^^^^^^^^",
        "urlmend: 3:14: schemeless must be true or false",
        "    schemeless = 1",
        "                 ^",
    ]


# A settings file, and the lines after the message of its error.
LINES = [
    ("selct = 1 # see\r\n", ["    selct = 1 # see", "    ^^^^^"]),
    ("\t'\u6cb3' = 1\n", ["        '\u6cb3' = 1", "        ^^^^"]),
    ("exclude = ['''\na\n[''', 1]", ["    exclude = ['''", "              ^"]),
    ("select = [\n  'URL1'", ["      'URL1'", "            ^"]),
    ("select = [\n", []),
    ("a = '\x1b[2J'", ["    a = '\\x1b[2J'", "         ^^^^"]),
    (b"profile = '\xff' # \xff", ["    profile = '\ufffd' # \ufffd", "               ^"]),
    ("allow = 'ftp://ada:h7Tq92x@a.internal/'", ["    allow = 'ftp://ada:***@a.internal/'", "            " + "^" * 27]),
    ("exclude = ['a', '" + "b" * 300 + "', 1]", ["    exclude = ['a', '" + "b" * 136 + "...", "              ^"]),
]


@pytest.mark.parametrize(("content", "lines"), LINES)
def test_errors_are_printed_with_their_lines(urlmend, tmp_path, content, lines):
    (tmp_path / "urlmend.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "a.txt").write_text("")
    first, *others = urlmend("lint", "a.txt").err.splitlines()
    assert first.startswith(f"urlmend: {tmp_path}/urlmend.toml:")
    assert "h7Tq92x" not in first
    assert others == lines
