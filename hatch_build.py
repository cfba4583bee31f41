"""Compiles with mypyc, from the same sources, what every text and every message goes through.

`HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .` asks for it; without that the package is plain Python.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# In a process of its own: it reads the command line, and works in the folder of the sources.
_SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify
built, *modules = sys.argv[1:]
sys.argv[1:] = ["-q", "build_ext", f"--build-lib={built}", f"--build-temp={built}/objects"]
options = ["--config-file=", f"--cache-dir={built}/types", "--ignore-missing-imports", "--follow-imports=silent"]
setup(name="urlmend", ext_modules=mypycify([*options, *modules], target_dir=f"{built}/c", group_name="urlmend"))
"""


class CompiledHook(BuildHookInterface):
    """Adds the compiled modules that the configuration lists to a wheel; nothing is left behind in the sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; of an editable wheel the sources are all that counts."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        command = [sys.executable, "-c", _SETUP, self._folder.name, *self.config["modules"]]
        subprocess.run(command, cwd=Path(self.root, "src"), check=True)  # noqa: S603  # nothing in it is a stranger's
        built = Path(self._folder.name)
        libraries = [path for suffix in ("*.so", "*.pyd") for path in built.rglob(suffix)]
        build_data["force_include"].update({str(path): str(path.relative_to(built)) for path in libraries})
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatchling's
        """Clean up."""
        if version != "editable":
            self._folder.cleanup()
