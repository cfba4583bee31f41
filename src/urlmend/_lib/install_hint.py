"""The command that installs an extra of urlmend, for the way in which urlmend was installed."""

from __future__ import annotations

import os
import re
import sys

from urlmend._lib.fast_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_NAME = "urlmend"


def install_hint(extra: str) -> str:
    """The command: of pip, pipx or uv, and from an index, a repository or a clone."""
    if receipt := _content("pipx_metadata.json"):
        return f"pipx install --force {_requirement({extra} | _extras(receipt))}"
    if receipt := _content("uv-receipt.toml"):
        return f"uv tool install --force {_requirement({extra} | _extras(receipt))}"
    has_pip = "\nuv = " not in "\n" + _content("pyvenv.cfg")
    return f"{'pip' if has_pip else 'uv pip'} install {_requirement({extra})}"


def _content(name: str) -> str:
    """The content of a file of the environment; empty if it does not exist."""
    try:
        with open(os.path.join(sys.prefix, name), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _extras(receipt: str) -> set[str]:
    """The extras that were installed: a new installation replaces the old one."""
    if found := re.search(r'"package_or_url": *"[^"\[]*\[([\w, -]*)\]', receipt):  # pipx: JSON
        return set(re.findall(r"[\w-]+", found[1]))
    # uv: TOML
    entry = re.search(r'name = "urlmend"[^}]*extras = \[([^\]]*)\]', receipt)
    return set(re.findall(r"[\w-]+", entry[1])) if entry else set()


def _requirement(extras: set[str]) -> str:
    """What to install: the name with extras, and the place it is from unless that is an index."""
    from urllib.parse import unquote

    listed = ",".join(sorted(extras))
    place = _direct_url()
    address = place.get("url", "")
    path = unquote(address.removeprefix("file://"))
    if "dir_info" in place:
        editable = "-e " if place["dir_info"].get("editable") else ""
        return f"{editable}'{path}[{listed}]'"
    if "vcs_info" in place:
        revision = place["vcs_info"].get("requested_revision")
        address = f"{place['vcs_info']['vcs']}+{address}" + (f"@{revision}" if revision else "")
    return f"'{_NAME}[{listed}] @ {address}'" if address else f"'{_NAME}[{listed}]'"


def _direct_url() -> dict[str, Any]:
    """Where this distribution is from, as pip records it (PEP 610); empty for one from an index."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution(_NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        clone = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        is_clone = os.path.isfile(os.path.join(clone, "pyproject.toml"))
        return {"url": f"file://{clone}", "dir_info": {"editable": True}} if is_clone else {}
    found: dict[str, Any] = json.loads(text) if text else {}
    return found
