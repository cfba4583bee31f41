"""Remote files, here in a store in memory."""

import uuid

import pytest

from tables import each_row
from urlmend.finder import FindOptions
from urlmend.scan.work_units import total_size, units
from urlmend.scan.worker import Filters, UnitReader
from urlmend.settings.config import Config
from urlmend.sources.paths import Problem, Reading
from urlmend.sources.remote import contents, file_state, is_remote, open_file, open_ranges, walk

fsspec = pytest.importorskip("fsspec")

FILES = {
    "a.txt": b"http://a.example/\n",
    "b/a.txt": b"http://b.example/\n",
    "b.txt": b"http://c.example/\n",
    ".git/config": b"x",
    "box/cur/1": b"x",
    "box/new/2": b"x",
    "box/tmp/3": b"x",
    "out/urls/4": b"x",
    "cache/5.bak": b"x",
}


@pytest.fixture
def top():
    """A folder of a store."""
    store = fsspec.filesystem("memory")
    top = f"memory://{uuid.uuid4().hex}"
    for name, data in FILES.items():
        store.pipe_file(f"{top}/{name}", data)
    yield top
    store.rm(top, recursive=True)


@each_row("address", ["s3://bucket/x", "memory://x", "file:///x", "hdfs://host:8020/x"])
def test_addresses_have_a_scheme(address):
    assert is_remote(address)


@each_row("path", ["x", "/x", "./s3://x", "C:\\x", "S3://x", "a b://x", "://x", ""])
def test_paths_have_no_scheme(path):
    assert not is_remote(path)


def test_files_have_the_order_of_a_local_walk(top, tree):
    folder = tree({name: data for name, data in FILES.items() if not name.startswith("out/")})
    reading = Reading(exclude=("*.bak",), folder=str(folder))
    there = [name.removeprefix(top) for name, _ in walk(f"{top}/", ("*.bak",), frozenset((f"{top}/out",)))]
    here = [unit.names for unit in units([str(folder)], reading)]
    assert there == [name.removeprefix(str(folder)) for names in here for name in names]
    assert there == ["/a.txt", "/b/a.txt", "/b.txt", "/box/cur/1", "/box/new/2"]


def test_a_walk_of_a_file_yields_the_file(top):
    found = [*walk(f"{top}/a.txt", (), frozenset())]
    assert found == [(f"{top}/a.txt", file_state(f"{top}/a.txt"))]
    assert found[0][1].size == total_size([f"{top}/a.txt"]) == 18


def test_a_changed_file_has_another_version(top):
    before = file_state(f"{top}/a.txt")
    fsspec.filesystem("memory").pipe_file(f"{top}/a.txt", FILES["a.txt"])
    assert file_state(f"{top}/a.txt").version != before.version


@pytest.mark.parametrize("opened", [open_file, open_ranges])
def test_an_open_file_is_read_from_any_position(top, opened):
    with opened(f"{top}/a.txt") as file:
        file.seek(7)
        assert file.read(9) == b"a.example"


def test_a_file_of_unknown_size_is_read_to_its_end(top):
    with open_ranges(f"{top}/a.txt") as file:
        assert [file.read(10), file.read(8), file.read(5), file.read()] == [b"http://a.e", b"xample/\n", b"", b""]
        assert file.tell() == 18
    with open_ranges(f"{top}/a.txt") as file:
        assert file.read() == FILES["a.txt"]
    with pytest.raises(FileNotFoundError), open_ranges(f"{top}/gone") as file:
        file.read(5)


def test_missing_files_among_others_are_exceptions(top):
    found = contents([f"{top}/a.txt", f"{top}/gone", f"{top}/b.txt"], 4)
    assert (found[0], type(found[1]), found[2]) == (b"http", FileNotFoundError, b"http")
    assert [type(error) for error in contents(["nostore://x/y", "nostore://x/z"], 4)] == [OSError, OSError]


@pytest.fixture
def requests(monkeypatch):
    """The requests to the store, by their names."""
    made = []

    def counted(name):
        original = getattr(fsspec.implementations.memory.MemoryFileSystem, name)

        def method(*args, **options):
            made.append(name)
            return original(*args, **options)

        return method

    for name in ("cat_file", "info", "ls"):
        monkeypatch.setattr(fsspec.implementations.memory.MemoryFileSystem, name, counted(name))
    return made


def test_small_files_cost_one_request_each(top, requests):
    read_unit = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    found = list(units([f"{top}/b"], size=1 << 20))
    assert requests.count("cat_file") == 0
    requests.clear()
    assert [len(read_unit(unit).urls) for unit in found] == [1]
    # The store in memory asks for the state of a file that it opens.
    assert requests.count("cat_file") == 1


@pytest.mark.slow
def test_ranges_of_a_large_file_cost_one_request_each(top, requests):
    box = b"".join(b"From a@b Mon Jan  5 10:00:00 2004\nFrom: a@b\n\nhttp://a.example/%d\n\n" % n for n in range(3000))
    fsspec.filesystem("memory").pipe_file(f"{top}/box/large", box)
    read_unit = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    requests.clear()
    found = list(units([f"{top}/box/large"], size=1 << 16))
    assert (len(found) > 2, requests.count("cat_file")) == (True, 1)
    requests.clear()
    assert sum(len(read_unit(unit).urls) for unit in found) == 3000
    # One for each range, and one more where the last message of a range is longer than what was read ahead.
    assert requests.count("cat_file") <= len(found) + 2


def test_remote_files_are_scanned(top):
    read_unit = UnitReader(Config(), "", FindOptions(), Reading(), Filters())
    rows = [row for unit in units([top]) for row in read_unit(unit).urls]
    assert [(row.archive, row.url) for row in rows] == [
        (f"{top}/{name}", f"http://{host}.example/")
        for name, host in (("a.txt", "a"), ("b/a.txt", "b"), ("b.txt", "c"))
    ]


@pytest.mark.parametrize("address", ["memory://nothing/there", "nostore://x/y"])
def test_a_missing_file_is_a_problem(address):
    (problem,) = units([address])
    assert isinstance(problem, Problem)
    assert problem.name == address
    assert problem.reason
