"""Settings from `pyproject.toml` or `urlmend.toml`."""

import json
from importlib import resources

import pytest

from urlmend.settings.config import Config, ConfigError, did_you_mean, find_config, from_table, load

ALL = """
profile = "rfc1738"
select = ["URL1", "URL501"]
extend-select = ["URL206"]
ignore = ["URL106"]
extend-schemes = ["frob", "x.y+z-1"]
schemeless = true
"""


def test_without_settings_everything_is_as_usual():
    assert from_table({}, "x") == Config()
    assert Config().profile == "rfc3986"
    assert not any(Config()[1:])


def test_reads_every_key(tree):
    path = tree({"urlmend.toml": ALL}) / "urlmend.toml"
    assert load(str(path)) == Config(
        profile="rfc1738",
        select=("URL1", "URL501"),
        extend_select=("URL206",),
        ignore=("URL106",),
        extend_schemes=("frob", "x.y+z-1"),
        schemeless=True,
    )


def test_reads_tables(tree):
    text = """
        exclude = ["build/"]
        baseline = "agreed.jsonl"
        [per-file-ignores]
        "tests/*" = ["URL501"]
        [allow]
        URL501 = ["*.test.internal"]
        [severity]
        URL106 = "info"
    """
    config = load(str(tree({"urlmend.toml": text}) / "urlmend.toml"))
    assert config.exclude == ("build/",)
    assert config.baseline == "agreed.jsonl"
    assert config.per_file_ignores == {"tests/*": ("URL501",)}
    assert config.allow == {"URL501": ("*.test.internal",)}
    assert config.severity == {"URL106": "info"}


def test_the_schema_has_every_key():
    schema = json.loads(resources.files("urlmend.settings").joinpath("settings.schema.json").read_text("utf-8"))
    assert set(schema["properties"]) == {field.replace("_", "-") for field in Config._fields}
    assert schema["additionalProperties"] is False


def test_reads_the_table_of_a_pyproject_file(tree):
    folder = tree({"pyproject.toml": '[project]\nname = "a"\n[tool.urlmend]\nschemeless = true\n'})
    assert load(str(folder / "pyproject.toml")) == Config(schemeless=True)


WRONG = [
    ("unknown = 1", "unknown key 'unknown'"),
    ("profil = 'rfc1738'", "unknown key 'profil'; did you mean 'profile'?"),
    ("extend_select = []", "unknown key 'extend_select'; did you mean 'extend-select'?"),
    ("profile = 'rfc1739'", "unknown profile 'rfc1739'; did you mean 'rfc1738'?"),
    ("profile = 1", "profile must be a string"),
    ("schemeless = 1", "schemeless must be true or false"),
    ("schemeless = 'yes'", "schemeless must be true or false"),
    ("select = 'URL1'", "select must be a list of strings"),
    ("ignore = [1]", "ignore must be a list of strings"),
    ("extend-schemes = ['Frob']", "'Frob' is no scheme"),
    ("extend-schemes = ['a b']", "'a b' is no scheme"),
    ("extend-schemes = ['1a']", "'1a' is no scheme"),
    ("a = ", "urlmend.toml"),
    ("a = " + "[" * 3000, "too many tables or lists inside each other"),
    ('baseline = "a\\u0000"', "baseline: no path has a NUL in it"),
    ("exclude = ['!']", "exclude: '!' is no pattern"),
    ("exclude = ['[z-a]']", "exclude: '[z-a]' is no pattern"),
    ("per-file-ignores = {'a\\' = ['URL1']}", r"per-file-ignores: 'a\\' is no pattern"),
    ("allow = ['x']", "allow must be a table"),
    ("allow.URL501 = 'x'", "allow.URL501 must be a list of strings"),
    ("severity.URL501 = 'eror'", "severity.URL501 must be one of error, warning, info; did you mean 'error'?"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_names_what_is_wrong_and_where(tree, text, said):
    path = tree({"urlmend.toml": text}) / "urlmend.toml"
    with pytest.raises(ConfigError) as raised:
        load(str(path))
    assert said in str(raised.value)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize("text", ["tool = 1", "[tool]\nurlmend = 1"])
def test_a_pyproject_file_of_a_strange_shape_is_an_error_like_any_other(tree, text):
    path = tree({"pyproject.toml": text}) / "pyproject.toml"
    with pytest.raises(ConfigError):
        load(str(path))


def test_a_file_that_is_not_there_is_an_error_like_any_other(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        load(str(tmp_path / "urlmend.toml"))


def test_bytes_that_are_no_text_are_an_error_like_any_other(tree):
    with pytest.raises(ConfigError):
        load(str(tree({"urlmend.toml": b"\xff\xfe"}) / "urlmend.toml"))


def test_finds_the_nearest_file_upwards(tree):
    folder = tree({"urlmend.toml": "", "a/b/c.txt": "", "a/urlmend.toml": ""})
    assert find_config(str(folder / "a" / "b")) == str(folder / "a" / "urlmend.toml")
    assert find_config(str(folder / "a")) == str(folder / "a" / "urlmend.toml")
    assert find_config(str(folder)) == str(folder / "urlmend.toml")


def test_a_pyproject_file_without_our_table_is_passed_over(tree):
    folder = tree({"urlmend.toml": "", "a/pyproject.toml": "[tool.other]\n"})
    assert find_config(str(folder / "a")) == str(folder / "urlmend.toml")


def test_a_pyproject_file_with_our_table_counts(tree):
    folder = tree({"urlmend.toml": "", "a/pyproject.toml": "[tool.urlmend]\n"})
    assert find_config(str(folder / "a")) == str(folder / "a" / "pyproject.toml")


def test_the_file_of_our_own_comes_first(tree):
    folder = tree({"urlmend.toml": "", "pyproject.toml": "[tool.urlmend]\n"})
    assert find_config(str(folder)) == str(folder / "urlmend.toml")


@pytest.mark.parametrize(
    ("word", "hint"),
    [("selct", "; did you mean 'select'?"), ("IGNORE", ""), ("zzz", ""), ("", "")],
)
def test_hints_at_the_nearest_known_word(word, hint):
    assert did_you_mean(word, ["select", "ignore"]) == hint
