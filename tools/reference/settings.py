"""The settings as Markdown: each key of the schema, with what it takes, and examples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

_LIST, _TABLE = "array", "object"


def render() -> str:
    """All keys."""
    schema = json.loads(resources.files("urlmend.settings").joinpath("settings.schema.json").read_text("utf-8"))
    return "\n".join(_key(key, value) for key, value in schema["properties"].items())


def _key(key: str, schema: Mapping[str, Any]) -> str:
    lines = [f"### {key}", "", f"{schema['description']}.", ""]
    lines += [f"*{_kind(schema)}; default: `{_toml(_default(schema))}`.*", ""]
    lines += ["```toml", *(_example(key, example) for example in schema["examples"]), "```", ""]
    return "\n".join(lines)


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value is, in words."""
    if "enum" in schema:
        return f"one of {', '.join(f'`{_toml(choice)}`' for choice in schema['enum'])}"
    if schema["type"] == _LIST:
        return "list of strings"
    if schema["type"] == _TABLE:
        inner = schema["additionalProperties"]
        return f"table of {'lists of strings' if inner.get('type') == _LIST else _kind(inner)}"
    return {"boolean": "`true` or `false`", "string": "string"}[schema["type"]]


def _default(schema: Mapping[str, Any]) -> object:
    return schema.get("default", {_LIST: [], _TABLE: {}}.get(schema.get("type", ""), ""))


def _example(key: str, value: object) -> str:
    if isinstance(value, dict):
        return "\n".join((f"[tool.urlmend.{key}]", *(f"{_name(name)} = {_toml(item)}" for name, item in value.items())))
    return f"[tool.urlmend]\n{key} = {_toml(value)}"


def _name(name: str) -> str:
    return name if name.replace("-", "_").isidentifier() else json.dumps(name)


def _toml(value: object) -> str:
    """A value as TOML has it; JSON has all but tables in the same way."""
    return json.dumps(value)
