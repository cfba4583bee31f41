"""The public names as directives for the site, in groups."""

from __future__ import annotations

import inspect

import urlmend

# Each group, and its names: those of `urlmend.__all__`, each once.
GROUPS = {
    "Finding": ("find", "find_in", "documents", "Url", "Found", "Document"),
    "Linting and fixing": ("lint", "fix", "Finding", "Fix", "Edit", "ConfigError"),
    "Scanning": (
        "split",
        "scan_unit",
        "scan_chunks",
        "scan_bytes",
        "renumber",
        "ScanOptions",
        "Unit",
        "UnitRows",
        "UrlRow",
        "FindingRow",
        "MessageRow",
        "Problem",
    ),
    "Secrets": ("redact",),
    "Places": ("Span", "Location", "Message", "Part"),
    "Own rules": ("rule", "Case", "Hit", "Parts", "Rule"),
}
# Methods of tuples, unless a field has the name.
_OF_TUPLES = ("count", "index")


def render() -> str:
    """Return the sections of all groups. Raises AssertionError if they are not those of `urlmend.__all__`."""
    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(urlmend.__all__), set(names) ^ set(urlmend.__all__)
    sections = (f"## {title}\n\n" + "\n".join(map(_entry, group)) for title, group in GROUPS.items())
    return "\n".join(sections)


def _entry(name: str) -> str:
    """Return a name with its signature and summary, and the directive that shows all of it on the site."""
    found = getattr(urlmend, name)
    summary = (inspect.getdoc(found) or "").partition("\n\n")[0].replace("\n", " ")
    if not inspect.isclass(found):
        return f"- `{name}`: {summary}\n\n{_directive('autofunction', name, [])}"
    fields = getattr(found, "_fields", ())
    excluded = [word for word in _OF_TUPLES if issubclass(found, tuple) and word not in fields]
    options = ["   :members:", "   :undoc-members:", *[f"   :exclude-members: {', '.join(excluded)}"] * bool(excluded)]
    arguments = "" if name in {"Document", "ConfigError"} else "()"
    return f"- `{name}`: {summary}\n\n{_directive('autoclass', name + arguments, options)}"


def _directive(kind: str, name: str, options: list[str]) -> str:
    return "\n".join(["```{eval-rst}", f".. {kind}:: urlmend.{name}", *options, "```", ""])
