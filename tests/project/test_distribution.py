"""The GitHub action, the container image and the manifest of hooks."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import urlmend

yaml = pytest.importorskip("yaml")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the steps are for bash")

ROOT = Path(__file__).parents[2]
SAMPLE = "see http://www.canal.example.org/a|b\n"


def text(name):
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def action():
    return yaml.safe_load(text("action.yml"))


def step(action, name):
    (found,) = (step for step in action["runs"]["steps"] if step.get("name") == name)
    return found


def run_step(action, name, folder, *, python=sys.executable, **inputs):
    """Run the script of a step as GitHub does. Return the process, and what the step writes as its outputs."""
    values = {f"inputs.{key}": value["default"] for key, value in action["inputs"].items()}
    values |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
    values |= {"steps.python.outputs.python-path": str(python), "github.action_path": str(ROOT)}
    found = step(action, name)
    outputs = folder.parent / "outputs"
    outputs.write_text("")
    environment = {
        "PATH": os.environ["PATH"],
        "GITHUB_ACTIONS": "true",
        "GITHUB_OUTPUT": str(outputs),
        "RUNNER_TEMP": str(folder.parent / "temp"),
        **{
            key: re.sub(r"\$\{\{ (.*?) \}\}", lambda match: values[match[1]], value)
            for key, value in found["env"].items()
        },
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done, dict(line.split("=", 1) for line in outputs.read_text().splitlines())


@pytest.fixture
def checkout(tmp_path):
    """A repository with a finding, and urlmend where the action installs it."""
    (tmp_path / "temp").mkdir()
    (tmp_path / "temp" / "urlmend").symlink_to(Path(urlmend.__file__).parents[1])
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "a.txt").write_text(SAMPLE)
    return folder


def test_action_declares_what_it_uses(action):
    used = set(re.findall(r"inputs\.([\w-]+)", text("action.yml")))
    assert used == set(action["inputs"])
    assert all(value["description"] for value in (*action["inputs"].values(), *action["outputs"].values()))
    identifiers = {each["id"] for each in action["runs"]["steps"] if "id" in each}
    assert set(re.findall(r"steps\.(\w+)\.", text("action.yml"))) <= identifiers
    for each in action["runs"]["steps"]:
        assert ("uses" in each) != ("run" in each)
        assert "${{" not in each.get("run", "")  # values reach scripts by their environment only
        assert ("run" not in each) or each["shell"] == "bash"


def test_action_annotates_and_fails(action, checkout):
    done, outputs = run_step(action, "Lint", checkout)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=a.txt,line=1,")
    assert outputs == {}
    done, _ = run_step(action, "Lint", checkout, options="--ignore URL205\n--fail-on error")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.slow
def test_action_writes_sarif_if_asked(action, checkout):
    done, outputs = run_step(action, "Lint", checkout, upload_sarif="true")
    assert done.returncode == 1
    assert "::error file=a.txt" in done.stdout
    report = json.loads(Path(outputs["sarif"]).read_text())
    assert [row["ruleId"] for row in report["runs"][0]["results"]] == ["URL205"]
    (checkout / "a.txt").write_text("nothing\n")
    done, outputs = run_step(action, "Lint", checkout, upload_sarif="true")
    assert done.returncode == 0
    assert json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"] == []


def test_action_takes_paths_as_they_are(action, checkout):
    for name in ("with space.txt", "$(touch made).txt", "*.md"):
        (checkout / name).write_text(SAMPLE)
    (checkout / "b.md").write_text(SAMPLE)
    done, _ = run_step(action, "Lint", checkout, paths="with space.txt\n$(touch made).txt\n*.md\n")
    assert re.findall(r"file=(.*?),", done.stdout) == ["with space.txt", "$(touch made).txt", "*.md"]
    assert not (checkout / "made").exists()
    done, _ = run_step(action, "Lint", checkout, paths="--version")
    assert (done.returncode, done.stdout) == (2, "")


def test_action_runs_no_module_of_the_checkout(action, checkout):
    (checkout / "regex.py").write_text("open('made', 'w')\n")
    (checkout / "urlmend.py").write_text("open('made', 'w')\n")
    assert run_step(action, "Lint", checkout)[0].returncode == 1
    assert not (checkout / "made").exists()


def can_install(folder):
    """Return whether pip reaches an index with the build backend."""
    options = ["--quiet", "--no-deps", "--retries=0", "--timeout=5", f"--dest={folder}"]
    command = [sys.executable, "-m", "pip", "download", *options, "hatchling"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_action_installs_itself(action, checkout, tmp_path):
    if not can_install(tmp_path / "index"):
        pytest.skip("pip reaches no index")
    (tmp_path / "temp" / "urlmend").unlink()
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "python"], check=True)
    python = tmp_path / "python" / "bin" / "python"
    done, _ = run_step(action, "Install", checkout, python=python)
    assert done.returncode == 0, done.stderr
    done, _ = run_step(action, "Lint", checkout, python=python)
    assert (done.returncode, done.stdout.count("::error")) == (1, 1), done.stderr


DOCKERFILE = re.sub(r"\\\n\s*", "", text("Dockerfile"))


def build_context(folder):
    """Copy what `.dockerignore` leaves, as Docker does."""
    kept = [line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")]
    assert "*" in text(".dockerignore").splitlines()
    for name in kept:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)


def test_image_runs_urlmend_as_a_user_without_rights():
    *_, final = DOCKERFILE.split("\nFROM ")
    instructions = dict(line.split(" ", 1) for line in final.splitlines()[1:] if line)
    assert instructions["USER"] == "65534:65534"
    assert json.loads(instructions["ENTRYPOINT"]) == ["urlmend"]
    assert "RUN" not in instructions  # no build tools in the image


@pytest.mark.slow
def test_image_is_built_from_its_context(tmp_path):
    if not can_install(tmp_path / "index"):
        pytest.skip("pip reaches no index")
    source = tmp_path / "source"
    source.mkdir()
    build_context(source)
    (command,) = re.findall(r"^RUN (.*)$", DOCKERFILE, re.MULTILINE)
    target = tmp_path / "opt"
    command = command.replace("/source", str(source)).replace("/opt/urlmend", str(target))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-ec", command], env={**os.environ, "PATH": path}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    (tmp_path / "a.txt").write_text(SAMPLE)
    command = [target / "bin" / "urlmend", "find", tmp_path / "a.txt"]
    done = subprocess.run(command, env={}, capture_output=True, text=True, check=False)
    assert done.stdout == "http://www.canal.example.org/a|b\n"


def has_docker():
    command = ["docker", "info", "--format", "{{.ServerVersion}}"]
    return bool(shutil.which("docker")) and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not has_docker(), reason="there is no Docker engine")
def test_image_lints_the_current_folder(tmp_path):
    subprocess.run(["docker", "build", "--tag", "urlmend-test", ROOT], check=True)
    (tmp_path / "a.txt").write_text(SAMPLE)
    command = ["docker", "run", "--rm", "-v", f"{tmp_path}:/work:ro", "urlmend-test", "lint", "."]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("a.txt:1:")


def test_manifest_of_hooks_is_valid():
    pytest.importorskip("pre_commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    for hook in yaml.safe_load(text(".pre-commit-hooks.yaml")):
        assert set(hook["stages"]) == {"pre-commit", "pre-merge-commit", "pre-push", "manual"}
        assert hook["minimum_pre_commit_version"] == "3.2.0"  # which has these names of stages
