"""The steps of the action, run as GitHub Actions runs them."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tables import slow_after

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS = {step.get("name", step.get("uses")): step for step in ACTION["runs"]["steps"]}
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
BROKEN = "see http://www.canal.example.org/a|b\n"
FINDING = "line=1,endLine=1,col=35,endColumn=36,title=URL205::"
SELECTED = {"options": "--isolated --select URL2"}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no bash")


class Job:
    """A job on a runner, with a Python that notes how it is called."""

    def __init__(self, folder):
        self.workspace, self.temporary = folder / "work space", folder / "runner's temp"
        self.workspace.mkdir()
        self.temporary.mkdir()
        self.output = folder / "github output"
        self.calls = folder / "calls"
        self.python = folder / "the python"
        log = shlex.quote(str(self.calls))
        self.python.write_text(
            f"#!/bin/bash\n{{ printf '%s\\0' \"$@\"; echo; }} >> {log}\n"
            f'case " $* " in *" pip "*) ;; *) exec {shlex.quote(sys.executable)} "$@" ;; esac\n'
        )
        self.python.chmod(0o755)

    def run(self, name, **inputs):
        """Run a step with these inputs of the action; return the process with its output."""
        step = STEPS[name]
        values = {
            **{f"inputs.{key}": value["default"] for key, value in ACTION["inputs"].items()},
            **{f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()},
            "steps.python.outputs.python-path": str(self.python),
            "github.action_path": str(ROOT),
        }
        environment = {
            key: re.sub(r"\$\{\{ *(\S+) *\}\}", lambda found: values[found[1]], value)
            for key, value in step["env"].items()
        }
        self.output.write_text("")
        self.calls.write_text("")
        script = self.temporary / "script.sh"
        script.write_text(step["run"])
        variables = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
        }
        return subprocess.run(
            [*BASH, str(script)],
            cwd=self.workspace,
            env={**os.environ, **variables, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def lint(self, **inputs):
        return self.run("Lint", **inputs)

    @property
    def lints(self):
        """The number of times that the step has linted."""
        return sum("\0lint\0" in line for line in self.calls.read_text().split("\n"))

    @property
    def sarif(self):
        """The messages of the report that the step has announced; None if it has announced none."""
        name = self.output.read_text()
        if not name:
            return None
        assert name == f"sarif={self.temporary}/urlmend.sarif\n"
        (run,) = json.loads(Path(name[len("sarif=") : -1]).read_text())["runs"]
        return [
            (row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], row["ruleId"])
            for row in run["results"]
        ]


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path)


@pytest.fixture
def write(job):
    def write(name, text=BROKEN):
        path = job.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


UPLOADS = ["true", "false"]


@pytest.mark.parametrize("upload", UPLOADS)
def test_findings(job, write, upload):
    write("a.txt")
    done = job.lint(**SELECTED, upload_sarif=upload)
    assert done.returncode == 1
    assert re.fullmatch(rf"::error file=a\.txt,{FINDING}.*\n", done.stdout)
    assert done.stderr.startswith("urlmend: 1 finding in 1 file: 1 error\n")
    assert job.sarif == ([("a.txt", "URL205")] if upload == "true" else None)
    assert job.lints == 1


@pytest.mark.parametrize("upload", UPLOADS)
def test_no_findings(job, write, upload):
    write("a.txt", "see http://www.canal.example.org/\n")
    done = job.lint(**SELECTED, upload_sarif=upload)
    assert (done.returncode, done.stdout) == (0, "")
    assert job.sarif == ([] if upload == "true" else None)
    assert job.lints == 1


def missing(job, write):
    return "a.txt\nmissing.txt\nz.txt", "missing.txt: No such file or directory"


def damaged(job, write):
    write("b.tar", "").write_bytes(b"\x1f\x8b\x08\0" + bytes(60))
    return "a.txt\nb.tar\nz.txt", "b.tar: "


def forbidden(job, write):
    if os.getuid() == 0:
        pytest.skip("root reads all files")
    write("b.txt").chmod(0)
    return ".", "b.txt: Permission denied"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("upload", UPLOADS)
@pytest.mark.parametrize("unreadable", [missing, damaged, forbidden])
def test_an_unreadable_file_hides_no_finding(job, write, upload, unreadable):
    write("a.txt")
    write("z.txt")
    paths, message = unreadable(job, write)
    done = job.lint(**SELECTED, paths=paths, upload_sarif=upload)
    assert done.returncode == 2
    assert f"urlmend: {message}" in done.stderr
    found = [line for line in done.stdout.splitlines() if FINDING in line]
    assert [line.partition(",")[0] for line in found] == ["::error file=a.txt", "::error file=z.txt"]
    assert job.sarif == ([("a.txt", "URL205"), ("z.txt", "URL205")] if upload == "true" else None)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("upload", UPLOADS)
@pytest.mark.parametrize(
    "options", ["--no-such-option", "--select URL999", "--fix --config missing.toml"], ids=["option", "code", "file"]
)
def test_wrong_options_fail_without_a_report(job, write, upload, options):
    write("a.txt")
    (job.temporary / "urlmend.sarif").write_text("of an earlier step")
    done = job.lint(options=options, upload_sarif=upload)
    assert (done.returncode, done.stdout, job.sarif) == (2, "", None)
    assert "urlmend" in done.stderr


@pytest.mark.parametrize("upload", slow_after(1, UPLOADS))
@pytest.mark.parametrize(
    "name",
    slow_after(
        2,
        [
            "$(touch owned).txt",
            " a.txt ",
            "a b.txt",
            "it's.txt",
            'say "a".txt',
            "`touch owned`.txt",
            "a;touch owned",
            "*.txt",
            "-q.txt",
            "--fix",
            "%41,:.txt",
            "a\\b.txt",
            "é.txt",
            "$HOME.txt",
        ],
    ),
)
def test_names_are_paths_and_nothing_else(job, write, upload, name):
    write(name)
    write("other.txt")
    done = job.lint(**SELECTED, paths=name, upload_sarif=upload)
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    file = name.replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    assert line.startswith(f"::error file={file},{FINDING}")
    assert sorted(path.name for path in job.workspace.iterdir()) == sorted([name, "other.txt"])


def test_several_paths_are_one_a_line(job, write):
    write("a b.txt")
    write("c/d.txt")
    write("e.txt")
    done = job.lint(**SELECTED, paths="a b.txt\n\nc\n", upload_sarif="true")
    assert job.sarif == [("a%20b.txt", "URL205"), ("c/d.txt", "URL205")]
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == [
        "::error file=a b.txt",
        "::error file=c/d.txt",
    ]


@pytest.mark.parametrize("paths", ["", "\n", "\n\n"])
@pytest.mark.parametrize("upload", UPLOADS)
def test_no_paths_are_no_standard_input(job, write, paths, upload):
    write("a.txt")
    done = job.lint(paths=paths, upload_sarif=upload)
    assert (done.returncode, job.lints, job.sarif) == (0, 0, None)
    assert done.stdout == "::warning title=urlmend::no paths: nothing was linted\n"


@pytest.mark.parametrize("upload", slow_after(1, UPLOADS))
@pytest.mark.parametrize(
    ("options", "status"),
    slow_after(
        1,
        [
            ("--isolated --select URL2 --exit-zero", 0),
            ("--isolated --select URL2 --quiet", 1),
            ("--isolated\n--select URL2\n", 1),
            ("--isolated --select URL5", 0),
            ("--isolated --since-revision HEAD", 2),  # no repository
            ("--isolated --select $(touch${IFS}owned)", 2),
            ("--isolated --select URL2;touch owned", 2),
            ("--isolated --exclude *", 0),
            ("--isolated --fix", 1),
        ],
    ),
)
def test_options(job, write, upload, options, status):
    write("a.txt")
    write("b.txt", "nothing\n")
    done = job.lint(options=options, upload_sarif=upload)
    assert done.returncode == status, done.stderr
    assert job.lints == 1
    assert not (job.workspace / "owned").exists()


@pytest.mark.slow
def test_annotations_are_those_of_the_format(job, urlmend):
    """Annotations made of a SARIF report are those of `--format github`."""
    corpus = ROOT / "tests" / "cases"
    (job.workspace / "cases").symlink_to(corpus)
    options = "--isolated --select ALL"
    plain = job.lint(paths="cases", options=options)
    uploading = job.lint(paths="cases", options=options, upload_sarif="true")
    assert plain.stdout == uploading.stdout
    assert plain.stdout.count("\n") > 100
    assert plain.returncode == uploading.returncode


def test_annotations_have_paths_of_the_repository(job, write, tmp_path):
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text(BROKEN)
    inside = write("a/b.txt")
    plain = job.lint(**SELECTED, paths=f"{elsewhere}\n{inside}")
    uploading = job.lint(**SELECTED, paths=f"{elsewhere}\n{inside}", upload_sarif="true")
    assert plain.stdout == uploading.stdout
    assert f"file={elsewhere}," in plain.stdout
    assert "file=a/b.txt," in plain.stdout


def test_install(job):
    done = job.run("Install")
    assert done.returncode == 0
    (call,) = filter(None, job.calls.read_text().split("\n"))
    arguments = call.strip("\0").split("\0")
    assert arguments[:3] == ["-m", "pip", "install"]
    assert arguments[-3:] == ["--target", f"{job.temporary}/urlmend", str(ROOT)]


def test_no_script_contains_an_expression():
    """An input within a script is code: inputs reach scripts in environment variables only."""
    scripts = [step["run"] for step in STEPS.values() if "run" in step]
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)


def test_a_report_is_uploaded_whatever_the_status_is():
    (upload,) = (step for step in STEPS.values() if "upload-sarif" in step.get("uses", ""))
    assert upload["if"] == "${{ !cancelled() && steps.lint.outputs.sarif != '' }}"
    assert upload["with"]["sarif_file"] == "${{ steps.lint.outputs.sarif }}"
    assert ACTION["outputs"]["sarif"]["value"] == "${{ steps.lint.outputs.sarif }}"
