"""Settings from `pyproject.toml` or `urlmend.toml`."""

import json
import os
import tomllib
from importlib import resources

import pytest

from tables import each_row
from urlmend._lib.suggestion import did_you_mean
from urlmend.settings.config import Config, ConfigError
from urlmend.settings.loading import baseline_path, from_table, load, nearest_config

ALL = """
profile = "rfc1738"
select = ["URL1", "URL501"]
extend-select = ["URL206"]
ignore = ["URL106"]
extend-schemes = ["frob", "x.y+z-1"]
schemeless = true
"""


def test_an_empty_table_gives_the_defaults():
    assert from_table({}, "x") == Config()
    assert Config().profile == "rfc3986"
    assert not any(Config()._replace(profile="", fail_on=""))


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


INVALID = [
    ("unknown = 1", "unknown key 'unknown'"),
    ("profil = 'rfc1738'", "unknown key 'profil'; did you mean 'profile'?"),
    ("extend_select = []", "unknown key 'extend_select'; did you mean 'extend-select'?"),
    ("profile = 'rfc1739'", "unknown profile 'rfc1739'; did you mean 'rfc1738'?"),
    ("profile = 1", "profile must be a string"),
    ("schemeless = 1", "schemeless must be true or false"),
    ("schemeless = 'yes'", "schemeless must be true or false"),
    ("select = 'URL1'", "select must be a list of strings"),
    ("ignore = [1]", "ignore must be a list of strings"),
    ("ignore = ['URL101', 1, 'URL102']", "ignore must be a list of strings"),
    ("extend-schemes = ['Frob']", "invalid scheme 'Frob'"),
    ("extend-schemes = ['a b']", "invalid scheme 'a b'"),
    ("extend-schemes = ['1a']", "invalid scheme '1a'"),
    ("a = ", "urlmend.toml"),
    ("a = " + "[" * 3000, "tables or lists are nested too deeply"),
    ('baseline = "a\\u0000"', "baseline: a path cannot contain NUL"),
    ("exclude = ['!']", "exclude: invalid .gitignore pattern '!'"),
    ("exclude = ['[z']", "exclude: invalid .gitignore pattern '[z'"),
    ("per-file-ignores = {'a\\' = ['URL1']}", r"per-file-ignores: invalid .gitignore pattern 'a\\'"),
    ("format-of = {jsom = ['*.x']}", "format-of: unknown format 'jsom'; did you mean 'json'?"),
    ("format-of = {json = '*.x'}", "format-of.json must be a list of strings"),
    ("format-of = {json = ['!']}", "format-of.json: invalid .gitignore pattern '!'"),
    ("allow = ['x']", "allow must be a table"),
    ("allow.URL501 = 'x'", "allow.URL501 must be a list of strings"),
    ("severity.URL501 = 'eror'", "severity.URL501 must be one of error, warning, info; did you mean 'error'?"),
]


@each_row(("text", "message"), INVALID)
def test_errors_name_the_problem_and_the_file(tree, text, message):
    path = tree({"urlmend.toml": text}) / "urlmend.toml"
    with pytest.raises(ConfigError) as raised:
        load(str(path))
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


def schema_validator():
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(resources.files("urlmend.settings").joinpath("settings.schema.json").read_text("utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return schema, jsonschema.Draft7Validator(schema)


def test_the_schema_accepts_its_examples_and_is_ready_for_schemastore():
    schema, validator = schema_validator()
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"  # what all editors read
    assert schema["$id"].startswith("https://json.schemastore.org/")
    for key, value in schema["properties"].items():
        assert value["description"]
        for example in value["examples"]:
            validator.validate({key: example})
            from_table({key: example}, "x")
    validator.validate({})
    validator.validate(tomllib.loads(ALL))


# What a schema cannot say: codes of plugins, valid patterns, and names of formats.
BEYOND_THE_SCHEMA = ("invalid .gitignore pattern", "NUL", "unknown format")


@each_row(("text", "message"), INVALID)
def test_the_schema_refuses_what_the_settings_refuse(text, message):
    _, validator = schema_validator()
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    assert validator.is_valid(table) == any(words in message for words in BEYOND_THE_SCHEMA)


@each_row("text", ["select = ['']", "ignore = ['URL 501']", "severity.'' = 'info'", "exclude = ['']"])
def test_the_schema_refuses_what_cannot_be_a_code_or_pattern(text):
    _, validator = schema_validator()
    assert not validator.is_valid(tomllib.loads(text))


@pytest.mark.parametrize("text", ["tool = 1", "[tool]\nurlmend = 1"])
def test_a_pyproject_file_whose_tables_are_no_tables_is_an_error(tree, text):
    path = tree({"pyproject.toml": text}) / "pyproject.toml"
    with pytest.raises(ConfigError):
        load(str(path))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        load(str(tmp_path / "urlmend.toml"))


def test_undecodable_bytes_are_an_error(tree):
    with pytest.raises(ConfigError):
        load(str(tree({"urlmend.toml": b"\xff\xfe"}) / "urlmend.toml"))


def test_finds_the_nearest_file(tree):
    folder = tree({"urlmend.toml": "", "a/b/c.txt": "", "a/urlmend.toml": ""})
    assert nearest_config(str(folder / "a" / "b"), {}) == str(folder / "a" / "urlmend.toml")
    assert nearest_config(str(folder / "a"), {}) == str(folder / "a" / "urlmend.toml")
    assert nearest_config(str(folder), {}) == str(folder / "urlmend.toml")


def test_a_pyproject_file_without_a_urlmend_table_is_skipped(tree):
    folder = tree({"urlmend.toml": "", "a/pyproject.toml": "[tool.other]\n"})
    assert nearest_config(str(folder / "a"), {}) == str(folder / "urlmend.toml")


def test_a_pyproject_file_with_a_urlmend_table_is_found(tree):
    folder = tree({"urlmend.toml": "", "a/pyproject.toml": "[tool.urlmend]\n"})
    assert nearest_config(str(folder / "a"), {}) == str(folder / "a" / "pyproject.toml")


def test_urlmend_toml_has_priority(tree):
    folder = tree({"urlmend.toml": "", "pyproject.toml": "[tool.urlmend]\n"})
    assert nearest_config(str(folder), {}) == str(folder / "urlmend.toml")


@each_row(
    ("word", "hint"),
    [("selct", "; did you mean 'select'?"), ("IGNORE", "; did you mean 'ignore'?"), ("zzz", ""), ("", "")],
)
def test_suggests_the_nearest_known_word(word, hint):
    assert did_you_mean(word, ["select", "ignore"]) == hint


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
@pytest.mark.parametrize(("target", "is_inside"), [("../outside.toml", False), ("inside.toml", True)])
def test_a_settings_file_is_no_link_out_of_the_repository(tree, target, is_inside):
    folder = tree({"outside.toml": "", "r/.git/config": "", "r/inside.toml": ""}) / "r"
    os.symlink(target, folder / "urlmend.toml")
    if is_inside:
        assert load(str(folder / "urlmend.toml")) == Config()
    else:
        with pytest.raises(ConfigError, match="outside the repository"):
            load(str(folder / "urlmend.toml"))


def test_the_path_of_the_baseline(tmp_path):
    assert baseline_path(Config(), str(tmp_path / "urlmend.toml")) == ""
    assert baseline_path(Config(baseline="b.jsonl"), str(tmp_path / "urlmend.toml")) == str(tmp_path / "b.jsonl")
