"""Paths to documents."""

import io
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend.mail.mailbox import is_mail
from urlmend.model.document import Document, StoredMessage
from urlmend.sources import paths as inputs
from urlmend.sources.listing import documents
from urlmend.sources.paths import Problem, Reading, Skipped, read_file
from urlmend.sources.skipped import SkipKind


def read(*paths, **reading):
    return list(documents([str(path) for path in paths], Reading(**reading)))


def test_a_file_is_a_document_under_its_name(tree):
    path = tree({"a.txt": "see größe\r\n"}) / "a.txt"
    (document,) = read(path)
    assert (document.name, document.text) == (str(path), "see größe\r\n")


def test_a_folder_yields_its_files_in_order(tree):
    folder = tree({"b.txt": "b", "a.txt": "a", "c/d.txt": "d", ".gitignore": "b.txt\n"})
    found = {os.path.relpath(document.name, folder): document.text for document in read(folder)}
    assert list(found) == [".gitignore", "a.txt", os.path.join("c", "d.txt")]


def test_a_named_file_is_read_even_if_it_is_ignored(tree):
    folder = tree({".gitignore": "*\n", "a.txt": "a"})
    assert [document.text for document in read(folder / "a.txt")] == ["a"]


def test_binary_files_are_skipped(tree):
    folder = tree({"a.bin": b"http://a.example/\0", "b.txt": b"http://a.example/"})
    named, walked, document = read(folder / "a.bin", folder)
    assert named == walked == Skipped.of(SkipKind.BINARY, str(folder / "a.bin"))
    assert document.text == "http://a.example/"


def test_an_empty_file_is_an_empty_document(tree):
    assert [document.text for document in read(tree({"a": ""}) / "a")] == [""]


def test_a_file_longer_than_its_head_is_read_completely(tree):
    text = "a line of text\n" * 20_000
    (document,) = read(tree({"a": text}) / "a")
    assert document.text == text


def test_a_byte_order_mark_names_the_encoding(tree):
    folder = tree({"a": "größe".encode("utf-16"), "b": "größe".encode("utf-8-sig")})
    assert [document.text for document in read(folder)] == ["größe", "größe"]


def test_bytes_that_cannot_be_decoded_are_kept(tree):
    (document,) = read(tree({"a": b"gr\xf6\xdfe"}) / "a")
    assert document.text == "gr\udcf6\udcdfe"


def test_an_unreadable_file_is_a_problem_and_the_others_are_read(tree):
    folder = tree({"a": "a"})
    found = read(folder / "gone", folder / "a", "nul\0byte")
    assert [type(each) for each in found] == [Problem, Document, Problem]
    assert found[0] == Problem(str(folder / "gone"), "No such file or directory")


@pytest.mark.skipif(os.geteuid() == 0, reason="root can read everything")
def test_a_file_without_permission_is_a_problem(tree):
    path = tree({"a": "a"}) / "a"
    path.chmod(0)
    assert list(read_file(str(path))) == [Problem(str(path), "Permission denied")]


def test_a_dash_is_standard_input(monkeypatch):
    class Input:
        buffer = io.BytesIO(b"a text")

    monkeypatch.setattr("sys.stdin", Input)
    (document,) = read("-")
    assert (document.name, document.text) == ("-", "a text")


def test_no_paths_have_no_documents():
    assert read() == []


def test_text_that_looks_like_mail_can_be_read_as_text(tree):
    path = tree({"a": "From: a@b.example\nSubject: x\nDate: Mon, 5 Jan 2004 10:00:00 +0000\n\nbody\n"}) / "a"
    (document,) = read(path, input_kind="text")
    assert document.text.startswith("From: a@b.example\n")
    assert document.origin is None


PLAIN = ["note: this is text\nand more\n", "a: b\nc: d\n\ne\n", "From here on\nit is text\n", "key: value\n"]


@pytest.mark.parametrize("text", PLAIN)
def test_text_with_colons_is_not_mail(tree, text):
    (document,) = read(tree({"a": text}) / "a")
    assert (document.text, document.origin) == (text, None)


HEADS = st.lists(
    st.sampled_from(
        [
            b"From ",
            b"From",
            b"To",
            b"Cc",
            b":",
            b" ",
            b"\t",
            b"\r",
            b"\n",
            b"a",
            b"\xff",
            b"#! rnews 12\n",
            b"1:02 2004\n",
        ]
    ),
    max_size=12,
).map(b"".join)


@given(HEADS)
def test_the_fast_detection_of_mail_equals_the_careful_one(head):
    assert inputs._looks_like_mail(head) is is_mail(head)


@pytest.mark.parametrize("head", [b"# Title: see http://a.example/\n", b"name: urlmend\n", b"http://a.example/\n"])
def test_text_with_a_colon_does_not_load_the_mail_reader(monkeypatch, head):
    monkeypatch.setitem(sys.modules, "urlmend.mail.mailbox", None)
    assert not inputs._looks_like_mail(head)


def test_pages_of_archives_and_messages_of_apple_mail_are_messages(tree):
    message = "Subject: survey\nFrom: ada@canal.example\n\nSee http://canal.example/map here.\n"
    page = """<!-- sent="Mon, 5 Jan 2004 10:00:00 +0100" -->
<!-- email="ada_at_canal.example" -->
<!-- id="2_at_canal.example" -->
<p>See <a href="http://canal.example/map">the map</a>.</p>
"""
    folder = tree({"1.emlx": f"{len(message)}\n{message}<?xml version='1.0'?>\n", "2.html": page})
    stored: list[StoredMessage] = []
    mail, shown = read(folder, on_message=stored.append)
    assert (mail.message.subject, shown.message.id) == ("survey", "<2@canal.example>")
    assert mail.position(mail.text.index("http")) == (5, 5)
    assert shown.position(shown.text.index("http")) == (4, 17)
    assert [found.size for found in stored] == [len(message), len(page)]
