"""All public names have types that pyright can infer."""

import os
import shutil
import subprocess
import sysconfig

import pytest

PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
PYRIGHT = shutil.which("pyright", path=PATH)


@pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")
def test_public_names_have_known_types():
    command = [PYRIGHT, "--ignoreexternal", "--verifytypes", "urlmend"]
    done = subprocess.run(command, env={**os.environ, "PATH": PATH}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Type completeness score: 100%" in done.stdout
