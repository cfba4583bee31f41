"""Texts with labels: those of `corpora`, and further ones in a folder that `URLMEND_DATA` names."""

import json
import os
import re
from pathlib import Path

CORPORA = Path(__file__).parents[1] / "corpora"
SUFFIX = ".labels.jsonl"


def further(*parts):
    """A folder below that of the variable `URLMEND_DATA`, in a list; an empty list without it."""
    folder = Path(os.environ.get("URLMEND_DATA", "/dev/null"), *parts)
    return [folder] if folder.is_dir() else []


FOLDERS = [CORPORA, *further("accuracy", "dev")]


def sets():
    """The folders that contain labelled texts."""
    return sorted(path for folder in FOLDERS for path in folder.iterdir() if path.is_dir() and labelled(path))


def labelled(folder):
    """The labelled texts of a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and Path(f"{path}{SUFFIX}").is_file())


def labels_of(path):
    """The labels of a text."""
    return rows(Path(f"{path}{SUFFIX}"))


def rows(path):
    """The objects of a file in JSON Lines; comments begin with `//`."""
    lines = path.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip() and not line.startswith("//")]


def score(labels, printed):
    """The URLs of labels that are missing from the printed ones, and the printed ones that fit no label."""
    missed, explained = set(), set()
    for label in labels:
        right = printed & {label["url"], *label.get("accept", ())}
        if "accept_re" in label:
            right |= {url for url in printed if re.fullmatch(label["accept_re"], url)}
        explained |= right
        if not right and not label.get("optional"):
            missed.add(label["url"])
    return missed, printed - explained
