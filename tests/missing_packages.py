"""Packages that tests need and that may be missing: those of the extras, and the ones that only tests use."""

import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"
# The modules of distributions with another name, and of packages that these need.
_MODULES = {
    "distributed": ("distributed", "dask"),
    "moto": ("moto", "boto3", "botocore", "werkzeug"),
    "myst-parser": ("myst_parser", "yaml", "markdown_it"),
    "pre-commit": ("pre_commit", "yaml"),
    "pygls": ("pygls", "lsprotocol", "cattrs", "attrs"),
    "s3fs": ("s3fs", "aiobotocore"),
    "sphinx": ("sphinx", "docutils"),
    "vl-convert-python": ("vl_convert",),
}
# What a command prints that needs an extra.
_NEEDS = re.compile(r" needs (?:more packages|the package \w+): .*\[([\w,-]+)\]")


@cache
def _extras():
    """The modules of each extra."""
    table = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    names = {extra: [re.match(r"[\w-]+", line)[0] for line in lines] for extra, lines in table.items()}
    return {
        extra: [module for name in found for module in _MODULES.get(name, (name.replace("-", "_"),))]
        for extra, found in names.items()
    }


def missing_package(error):
    """The package whose absence is the cause of an exception; None for any other cause."""
    while error is not None:
        name = (getattr(error, "name", None) or "").partition(".")[0]
        if isinstance(error, ModuleNotFoundError) and name in _extras()["dev"] and not _exists(name):
            return name
        error = error.__cause__ or error.__context__
    return None


def needed_package(messages):
    """The missing package that a command names an extra for; None if it names none, or nothing is missing."""
    extras = {extra for found in _NEEDS.findall(messages) for extra in found.split(",")}
    return next((name for extra in extras for name in _extras().get(extra, ()) if not _exists(name)), None)


@cache
def _exists(name):
    try:
        import_module(name)
    except ImportError:
        return False
    return True
