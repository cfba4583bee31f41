"""Settings are found from each file upwards."""

import json
import os

import pytest

BAD = "see http://a.example/b|c\n"


def codes(done):
    """Return the reported files and codes."""
    return [(*tuple(line.split(":")[0::3][:1]), line.split(": ")[1].split()[0]) for line in done.lines]


def files(done):
    return [name for name, _ in codes(done)]


def test_each_file_has_the_settings_of_its_project(urlmend, tree):
    tree(
        {
            "urlmend.toml": 'ignore = ["URL205"]\n',
            "a.txt": BAD,
            "x/y/b.txt": BAD,
            "other/urlmend.toml": "",
            "other/c.txt": BAD,
            "other/deep/d.txt": BAD,
            "third/pyproject.toml": "[tool.urlmend]\nschemeless = true\n",
            "third/e.txt": "www.a.example/b|c\n",
        }
    )
    done = urlmend("lint", ".")
    assert files(done) == ["other/c.txt", "other/deep/d.txt", "third/e.txt"]
    assert files(urlmend("lint", "a.txt", "third/e.txt", "other/c.txt")) == ["third/e.txt", "other/c.txt"]
    assert urlmend("find", "a.txt", "third/e.txt").lines == ["http://a.example/b|c", "www.a.example/b|c"]


def test_a_file_elsewhere_has_the_settings_of_its_own_project(urlmend, tree):
    folder = tree(
        {"here/urlmend.toml": "wrong = 1\n", "there/urlmend.toml": 'ignore = ["URL205"]\n', "there/a.txt": BAD}
    )
    done = urlmend("lint", "../there/a.txt", cwd=folder / "here")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert urlmend("lint", folder / "there", cwd=folder / "here").status == 0
    assert urlmend("lint", text=BAD, cwd=folder / "here").status == 2
    done = urlmend("lint", "--stdin-filename", "../there/b.txt", text=BAD, cwd=folder / "here")
    assert done.status == 0


def test_a_name_for_standard_input_chooses_its_settings(urlmend, tree):
    tree({"a/urlmend.toml": 'ignore = ["URL205"]\n'})
    assert urlmend("lint", "--stdin-filename", "a/x.txt", text=BAD).status == 0
    assert urlmend("lint", "--stdin-filename", "x.txt", text=BAD).status == 1


def test_config_names_the_settings_of_all_files(urlmend, tree):
    tree({"a.txt": BAD, "b/urlmend.toml": "wrong = 1\n", "b/c.txt": BAD, "etc/mine.toml": 'ignore = ["URL205"]\n'})
    assert urlmend("lint", "--config", "etc/mine.toml", ".").status == 0
    assert files(urlmend("lint", "--isolated", ".")) == ["a.txt", "b/c.txt"]
    rules = json.loads(urlmend("rules", "--isolated", "--format", "json").out)
    assert rules[0]["code"] == "URL001"


@pytest.mark.parametrize("content", ["wrong = 1\n", "select = ['URL999']\n", "[tool", "\xff"])
def test_errors_of_settings_below_a_folder_do_not_stop_the_others(urlmend, tree, content):
    folder = tree({"a.txt": BAD, "b/urlmend.toml": content.encode("latin-1"), "b/c.txt": BAD, "d.txt": BAD})
    done = urlmend("lint", "--quiet", ".")
    assert (done.status, files(done)) == (2, ["a.txt", "b/c.txt", "d.txt"])
    assert done.err.startswith(f"urlmend: {folder / 'b' / 'urlmend.toml'}:")
    assert done.err.count("\n") == 3
    assert urlmend("lint", "b").out == ""
    assert urlmend("lint", "b/c.txt").status == 2


def test_exclude_of_the_settings_counts_below_them(urlmend, tree):
    tree(
        {
            "urlmend.toml": 'exclude = ["vendored/", "*.rst"]\n',
            "a.rst": BAD,
            "b.txt": BAD,
            "vendored/urlmend.toml": "",
            "vendored/c.txt": BAD,
            "own/urlmend.toml": 'exclude = ["*.txt"]\n',
            "own/d.txt": BAD,
            "own/e.rst": BAD,
        }
    )
    assert files(urlmend("lint", ".")) == ["b.txt", "own/e.rst"]
    assert files(urlmend("lint", "vendored")) == ["vendored/c.txt"]
    assert files(urlmend("lint", "a.rst", "own/d.txt")) == ["a.rst", "own/d.txt"]
    assert files(urlmend("lint", "--force-exclude", "a.rst", "own/d.txt", "b.txt")) == ["b.txt"]


def test_exclude_of_the_command_line(urlmend, tree):
    tree({"a.txt": BAD, "b/c.txt": BAD, "b/d.md": BAD})
    assert files(urlmend("lint", "--exclude", "b/", ".")) == ["a.txt"]
    assert files(urlmend("lint", "--exclude", "*.txt", ".")) == ["b/d.md"]
    assert files(urlmend("lint", "--exclude", "*.txt", "--exclude", "b/d.md", ".", "b")) == []
    assert files(urlmend("lint", "--exclude", "*.txt", "a.txt")) == ["a.txt"]
    assert urlmend("find", "--exclude", "b", ".").lines == ["http://a.example/b|c"]
    assert urlmend("lint", "--exclude", "[", ".").status == 2


def test_each_project_has_its_baseline_and_severity(urlmend, tree):
    folder = tree(
        {
            "a/urlmend.toml": 'baseline = "known.jsonl"\n',
            "a/x.txt": BAD,
            "b/urlmend.toml": 'baseline = "known.jsonl"\nfail-on = "error"\n[severity]\nURL205 = "info"\n',
            "b/x.txt": BAD,
        }
    )
    assert urlmend("lint", "--update-baseline", ".").status == 0
    assert [json.loads((folder / name / "known.jsonl").read_text())["file"] for name in "ab"] == ["x.txt", "x.txt"]
    assert urlmend("lint", ".").out == ""
    (folder / "b" / "x.txt").write_text(BAD + BAD)
    done = urlmend("lint", ".")
    assert (done.status, files(done)) == (0, ["b/x.txt"])
    (folder / "a" / "x.txt").write_text("")
    assert "a/x.txt" not in urlmend("lint", ".").out
    assert "x.txt: URL205 of the baseline no longer occurs" in urlmend("lint", ".").err


def test_fix_follows_the_settings_of_each_project(urlmend, tree):
    folder = tree({"a.txt": BAD, "b/urlmend.toml": 'ignore = ["URL205"]\n', "b/c.txt": BAD})
    assert urlmend("lint", "--fix", ".").status == 1
    assert (folder / "a.txt").read_text() == BAD.replace("|", "%7C")
    assert (folder / "b" / "c.txt").read_text() == BAD


def test_show_settings_prints_those_of_the_first_path(urlmend, tree):
    folder = tree({"a/urlmend.toml": 'ignore = ["URL205"]\n', "a/b.txt": ""})
    assert urlmend("lint", "--show-settings", "a/b.txt").lines[0] == f"# {folder / 'a' / 'urlmend.toml'}"
    assert urlmend("lint", "--show-settings").lines[0] == "# no settings file"


@pytest.mark.slow_after(2)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(
    ("kind", "name", "reason"),
    [
        ("pipe", "urlmend.toml", "not a regular file"),
        ("pipe", "pyproject.toml", "not a regular file"),
        ("loop", "urlmend.toml", "symbolic links"),
        ("loop", "pyproject.toml", "symbolic links"),
        ("missing", "urlmend.toml", "No such file"),
        ("device", "urlmend.toml", "outside the repository"),
        ("outside", "urlmend.toml", "outside the repository"),
        ("large", "urlmend.toml", "larger than 1 MiB"),
        ("folder", "urlmend.toml", ""),
        ("folder", "pyproject.toml", ""),
        ("other", "pyproject.toml", ""),
    ],
)
def test_settings_below_a_folder_are_as_safe_as_above(urlmend, tree, tmp_path_factory, kind, name, reason):
    folder = tree({"a.txt": BAD, "b/c.txt": BAD})
    path = folder / "b" / name
    outside = tmp_path_factory.mktemp("outside") / "x.toml"
    outside.write_text('ignore = ["ALL"]\n')
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind in ("large", "other"):
        path.write_bytes(b"#" * (2 << 20))
    else:
        path.symlink_to({"loop": name, "missing": "x.toml", "device": "/dev/zero", "outside": outside}[kind])
    done = urlmend("lint", ".", timeout=60)
    assert files(done) == ["a.txt", "b/c.txt"]
    assert done.status == (2 if reason else 1)
    problems = [line for line in done.err.splitlines() if f"b/{name}: " in line.replace(os.sep, "/")]
    assert len(problems) == bool(reason)
    assert reason in "".join(problems)
    assert urlmend("lint", "b/c.txt", timeout=60).status == done.status


@pytest.mark.slow
def test_many_projects_and_deep_folders_are_read(urlmend, tree):
    tree({f"p{number}/urlmend.toml": 'ignore = ["URL2"]\n' for number in range(100)})
    tree({f"p{number}/a.txt": BAD for number in range(100)})
    tree({"/".join("d" * 300) + "/a.txt": BAD})
    assert files(urlmend("lint", ".", timeout=60)) == ["/".join("d" * 300) + "/a.txt"]
