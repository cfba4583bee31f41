"""The commands of the documented snippets for continuous integration."""

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "ci.md").read_text("utf-8")
SAMPLE = "see http://www.canal.example.org/a|b\n"


def snippets(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def run(script, folder, **variables):
    """Run a shell script. Return the process with its output."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, **variables}
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.txt").write_text(SAMPLE)
    return tmp_path


def test_github_action_is_used_as_it_declares():
    workflow = yaml.safe_load(snippets("yaml")[0])
    *_, step = workflow["jobs"]["lint"]["steps"]
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert step["uses"] == "OWNER/urlmend@REF"
    assert set(step["with"]) <= set(action["inputs"])
    rows = re.findall(r"^\| `([\w-]+)` \|.*\|(.*)\|$", GUIDE, re.MULTILINE)
    assert {name: default.strip(' `"') for name, default in rows} == {
        name: value["default"] for name, value in action["inputs"].items()
    }
    assert workflow["permissions"]["security-events"] == "write"


def test_github_workflow_runs(folder):
    workflow = yaml.safe_load(snippets("yaml")[1])
    steps = workflow["jobs"]["lint"]["steps"]
    lint, report = (step["run"] for step in steps if step.get("run", "").startswith("urlmend"))
    done = run(lint, folder, GITHUB_ACTIONS="true")
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=a.txt,line=1,")
    assert run(report, folder, GITHUB_ACTIONS="true").returncode == 0
    (uploaded,) = (step["with"]["sarif_file"] for step in steps if "upload-sarif" in step.get("uses", ""))
    assert json.loads((folder / uploaded).read_text())["runs"][0]["results"][0]["ruleId"] == "URL205"
    assert workflow["permissions"]["security-events"] == "write"


def test_gitlab_job_runs(folder):
    job = yaml.safe_load(snippets("yaml")[2])["urls"]
    install, lint = job["script"]
    assert install.startswith("pip install ")
    assert run(lint, folder).returncode == 1
    assert json.loads((folder / job["artifacts"]["reports"]["codequality"]).read_text())[0]["check_name"] == "URL205"


def test_shell_script_distinguishes_the_exit_statuses(folder):
    (script,) = (found for found in snippets("bash") if "case $?" in found)
    # Without -e, because the script checks the status itself.
    assert run(f"set +e\n{script}", folder).stdout == "1 findings\n"
    (folder / "a.txt").write_text("fine\n")
    (folder / "findings.txt").unlink()
    assert run(f"set +e\n{script}", folder).stdout == "nothing to report\n"
    (folder / "urlmend.toml").write_text("profil = 1\n")
    assert run(f"set +e\n{script}", folder).returncode == 2


def test_readme_workflow_runs(folder):
    readme = (ROOT / "README.md").read_text("utf-8")
    steps = re.search(r"^```yaml\n(- run.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    *_, lint = yaml.safe_load(steps[1])
    assert run(lint["run"], folder).returncode == 1
