"""Archives to work units."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmend.finder import FindOptions
from urlmend.scan.split import _split_articles
from urlmend.scan.work_units import Unit, total_size, units
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.sources.paths import Problem, Reading

SIZE = 4000


def message(number, text="hello", end="\n"):
    lines = [
        "From ada@canal.example Mon Jan  5 10:00:00 2004",
        f"Message-ID: <{number}@canal.example>",
        "From: ada@canal.example",
        "Subject: plan",
        "",
        f"see http://www.canal.example/{number} {text}",
        "From here on, nothing: 10:00 in 2004",
        "",
        "",
    ]
    return end.join(lines).encode()


def box(count, end="\n"):
    return b"".join(message(number, "x" * (number % 300), end) for number in range(count))


def read_unit(unit):
    return UnitReader(Config(), "", FindOptions(), Reading(), Filters())(unit)


def parts(folder, *paths, **options):
    return list(units(paths or [str(folder)], size=SIZE, **options))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_mailbox_is_split_between_messages(tree, end):
    whole = box(200, end)
    folder = tree({"box": whole})
    found = parts(folder)
    assert b"".join(unit.read() for unit in found) == whole
    assert len(found) > 5
    assert all(unit.input_kind == "mail" for unit in found)
    # A range of the rest may have no message that begins in it.
    assert all(data.startswith(b"From ada@") for unit in found if (data := unit.read()))
    assert sum(unit.size for unit in found) == total_size([str(folder)]) == len(whole)
    assert len({unit.key for unit in found}) == len(found)


PACK = {
    "box.gz": gzip.compress,
    "box.bz2": bz2.compress,
    "box.xz": lzma.compress,
}


@given(lengths=st.lists(st.integers(0, 3000), min_size=1, max_size=60), size=st.integers(100, 5000))
def test_ranges_are_complete_and_do_not_overlap(tmp_path_factory, lengths, size):
    whole = b"".join(message(number, "x" * length) for number, length in enumerate(lengths))
    path = tmp_path_factory.mktemp("box") / "box"
    path.write_bytes(whole)
    found = [unit.read() for unit in units([str(path)], size=size)] if len(whole) > size // 2 else [whole]
    assert b"".join(found) == whole
    assert all(part.startswith(b"From ada@") and part.count(b"Message-ID") for part in found if part)


def test_a_file_without_boundaries_is_read_once(tree):
    whole = message(0, "x" * 200_000)
    found = [unit.read() for unit in parts(tree({"box": whole}))]
    assert [part for part in found if part] == [whole]


@pytest.mark.parametrize("name", PACK)
def test_a_compressed_file_is_split_when_it_is_extracted(tree, name):
    whole = box(3000)
    folder = tree({name: PACK[name](whole)})
    found = parts(folder)
    assert b"".join(unit.data for unit in found if unit.data) == whole
    assert len(found) > 20
    assert found[-1].data == b""
    assert all(unit.data.startswith(b"From ada@") for unit in found[:-1])
    assert sum(unit.size for unit in found) == total_size([str(folder)])


def test_members_of_archives_are_units(tree):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("one.txt", "http://one.example/\n" * 300)
        archive.writestr("box", box(100))
    folder = tree({"a.zip": out.getvalue()})
    found = [unit for unit in parts(folder) if unit.data or unit.blocks]
    assert {unit.names[0].split("!")[-1] for unit in found} == {"one.txt", "box"}


def test_small_files_in_a_tar_share_a_unit(tree):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for number in range(50):
            data = message(number)
            info = tarfile.TarInfo(f"m{number}")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data + b"\0" * 0))
    folder = tree({"a.tar.gz": out.getvalue() + b"\0" * SIZE})
    found = [unit for unit in parts(folder) if isinstance(unit, Unit) and unit.blocks]
    assert [name.split("!")[1] for unit in found for name in unit.names] == [f"m{number}" for number in range(50)]
    assert [block.data for unit in found for block in unit.blocks] == [message(number) for number in range(50)]
    assert 1 < len(found) < 10
    assert {unit.files for unit in found} == {(str(folder / "a.tar.gz"),)}


def test_small_files_of_a_folder_share_a_unit(tree):
    folder = tree({**{f"a/{number:03}": "x" * 100 for number in range(600)}, "b/one": "x", "b/two": "x"})
    found = parts(folder)
    assert [len(unit.names) for unit in found][-1] == 2
    assert max(len(unit.names) for unit in found) == 256 or sum(len(unit.names) for unit in found) == 602
    assert all(len({name.rpartition("/")[0] for name in unit.names}) == 1 for unit in found)
    assert not any(unit.is_part for unit in found)


def test_a_large_text_is_split_between_paragraphs(tree, monkeypatch):
    monkeypatch.setattr("urlmend.scan.work_units._LARGE_TEXT", 10_000)
    text = "".join(f"see <URL:http://a.example/{number}/\n{'x' * 50}> there\n\n" for number in range(500)).encode()
    folder = tree({"a.txt": text})
    found = parts(folder)
    assert b"".join(unit.read() for unit in found) == text
    assert len(found) > 5
    assert all(unit.input_kind == "text" for unit in found)
    assert all(unit.read().lstrip().startswith(b"see ") for unit in found)


def test_keys_change_with_the_file(tree):
    folder = tree({"box": box(100), "a.txt": "x"})
    before = [unit.key for unit in parts(folder)]
    assert [unit.key for unit in parts(folder)] == before
    tree({"a.txt": "xy"})
    after = [unit.key for unit in parts(folder)]
    assert len(set(before) - set(after)) == 1


def test_a_finished_file_is_not_extracted_again(tree):
    folder = tree({"box.gz": gzip.compress(box(3000))})
    done = {unit.key for unit in parts(folder)}
    found = parts(folder, is_done=done.__contains__)
    assert [unit.key for unit in found] == [unit.key for unit in parts(folder)]
    assert all(unit.is_done and not unit.data for unit in found)
    some = [unit.key for unit in parts(folder)][:7]
    again = parts(folder, is_done=some.__contains__)
    assert [unit.is_done for unit in again] == [True] * 7 + [False] * (len(again) - 7)
    assert b"".join(unit.data for unit in again[7:]) == b"".join(unit.data for unit in parts(folder)[7:])


def test_problems_are_in_order(tree):
    folder = tree({"a.txt": "x", "c.gz": gzip.compress(box(3000))[:-5000] + b"x" * 200, "d.txt": "x"})
    found = parts(folder, *(str(folder / name) for name in ("a.txt", "gone.txt", "c.gz", "d.txt")), "-")
    problems = [unit for unit in found if isinstance(unit, Problem)]
    assert [problem.name.rpartition("/")[2] for problem in problems[:2]] == ["gone.txt", "c.gz"]
    assert problems[-1].name == "-"
    assert found.index(problems[0]) == 1
    assert found[-2].names[0].endswith("d.txt")
    reading = Reading(exclude=("*.gz",), folder=str(folder))
    assert not any(isinstance(unit, Problem) for unit in units([str(folder)], reading))


def test_parts_of_a_long_message_are_one_message(tree):
    folder = tree({"box": message(0, "x" * 200_000) + message(1)})
    rows = [read_unit(unit) for unit in parts(folder)]
    assert [row.messages for row in rows if row.messages] == [1, 1]


@pytest.mark.parametrize("name", ["plan.eml", "plan.eml.gz"])
def test_messages_are_counted_in_forced_mail(tree, name):
    data = b"Hello: world\n\nsee http://www.canal.example/\n" + b"x" * SIZE
    folder = tree({name: gzip.compress(data, 0) if name.endswith("gz") else data})
    reading = Reading(input_kind="mail")
    found = UnitReader(Config(), "", FindOptions(), reading, Filters())
    assert sum(found(unit).messages for unit in parts(folder, reading=reading)) == 1


@pytest.mark.parametrize("extract", [True, False])
def test_packed_parts_have_the_lines_of_the_file(tmp_path, extract):
    text = "".join(
        f"See <URL:http://a.example/{number}/a-long-path-to-a-page-of-plans\n    /and-more.html>, and\n\n"
        for number in range(200)
    )
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(text.encode()))
    reader = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    found = [unit for unit in units([str(path)], size=2000, extract=extract) if isinstance(unit, Unit)]
    lines, places = 0, []
    for unit in found:
        rows = reader(unit).moved(lines, 0)
        lines += rows.lines
        places += [(row.line, row.end_line) for row in rows.urls]
    assert places == [(3 * number + 1, 3 * number + 2) for number in range(200)]


def article(number):
    text = f"Message-ID: <{number}@canal.example>\nNewsgroups: a.b\nSubject: x\n\nsee http://a.example/{number}\n"
    return f"#! rnews {len(text)}\n{text}".encode()


def test_a_news_batch_is_split_between_articles():
    batch = b"".join(map(article, range(100)))
    blocks = list(_split_articles(batch[:100], io.BytesIO(batch[100:]), 1000))
    assert b"".join(blocks) == batch
    assert all(block.startswith(b"#! rnews ") for block in blocks)
    assert 7 < len(blocks) < 11
    assert list(_split_articles(b"", io.BytesIO(article(1).partition(b"\n")[2]), 1000)) == [
        article(1).partition(b"\n")[2]
    ]
