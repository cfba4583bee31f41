"""The command that installs an extra."""

import json
from importlib import metadata

import pytest

from urlmend._lib import install_hint as module
from urlmend._lib.install_hint import install_hint

EDITABLE = {"url": "file:///home/ada/url%20mend", "dir_info": {"editable": True}}
FOLDER = {"url": "file:///home/ada/urlmend", "dir_info": {}}
GIT = {"url": "https://git.example/urlmend", "vcs_info": {"vcs": "git", "commit_id": "1", "requested_revision": "v1"}}
WHEEL = {"url": "https://a.example/urlmend-1-py3-none-any.whl", "archive_info": {}}
PIPX = json.dumps({"main_package": {"package": "urlmend", "package_or_url": "urlmend[lsp]"}})
PIPX_PLAIN = json.dumps({"main_package": {"package": "urlmend", "package_or_url": "urlmend"}})
UV = '[tool]\nrequirements = [{ name = "urlmend", extras = ["lsp", "scan"] }]\n'
UV_PLAIN = '[tool]\nrequirements = [{ name = "urlmend" }]\n'

# The files of the environment, where the package is from, and the command.
WAYS = {
    "pip": ({}, None, "pip install 'urlmend[report]'"),
    "clone": ({}, EDITABLE, "pip install -e '/home/ada/url mend[report]'"),
    "folder": ({}, FOLDER, "pip install '/home/ada/urlmend[report]'"),
    "git": ({}, GIT, "pip install 'urlmend[report] @ git+https://git.example/urlmend@v1'"),
    "wheel": ({}, WHEEL, "pip install 'urlmend[report] @ https://a.example/urlmend-1-py3-none-any.whl'"),
    "venv": ({"pyvenv.cfg": "home = /usr/bin\nversion = 3.13\n"}, None, "pip install 'urlmend[report]'"),
    "uv venv": ({"pyvenv.cfg": "home = /usr/bin\nuv = 0.9.1\n"}, None, "uv pip install 'urlmend[report]'"),
    "pipx": ({"pipx_metadata.json": PIPX_PLAIN}, None, "pipx install --force 'urlmend[report]'"),
    "pipx with extras": ({"pipx_metadata.json": PIPX}, None, "pipx install --force 'urlmend[lsp,report]'"),
    "pipx from a folder": (
        {"pipx_metadata.json": PIPX.replace("urlmend[lsp]", "/home/ada/urlmend[lsp,scan]")},
        FOLDER,
        "pipx install --force '/home/ada/urlmend[lsp,report,scan]'",
    ),
    "pipx from git": (
        {"pipx_metadata.json": PIPX_PLAIN},
        GIT,
        "pipx install --force 'urlmend[report] @ git+https://git.example/urlmend@v1'",
    ),
    "uv tool": ({"uv-receipt.toml": UV_PLAIN}, None, "uv tool install --force 'urlmend[report]'"),
    "uv tool with extras": ({"uv-receipt.toml": UV}, None, "uv tool install --force 'urlmend[lsp,report,scan]'"),
}


class Distribution:
    def __init__(self, place):
        self.place = place

    def read_text(self, name):
        assert name == "direct_url.json"
        return json.dumps(self.place) if self.place else None


@pytest.mark.parametrize("way", WAYS)
def test_hints(way, tree, monkeypatch):
    files, place, command = WAYS[way]
    monkeypatch.setattr(module.sys, "prefix", str(tree(files)))
    monkeypatch.setattr(metadata, "distribution", lambda _: Distribution(place))
    assert install_hint("report") == command


def test_a_clone_that_is_not_installed(tmp_path, monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(module.sys, "prefix", str(tmp_path))
    monkeypatch.setattr(metadata, "distribution", missing)
    assert install_hint("scan").startswith("pip install ")
    assert install_hint("scan").endswith("[scan]'")
