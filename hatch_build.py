"""Build hook: compiles the hex kernel into the wheel, if this machine can.

`BOCAGE_BUILD` says how much it is wanted:
  auto     (default) compile; without a working C compiler warn and install plain Python;
  plain    do not compile;
  require  compile or fail.
`BOCAGE_BUILD_DEBUG=1` compiles with bounds checks, for tests.

An error of Cython itself always stops the build: it is a fault of ours, not of the machine.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "bocage/hexes"
SOURCE = "_kernel.py"
MODULE = "bocage.hexes._kernel_c"


class BuildHook(BuildHookInterface[Any]):
    """Adds what has to be made to a wheel; a source distribution gets nothing made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs; `version` is `standard` or `editable`."""
        if self.target_name != "wheel":
            return
        wish = os.environ.get("BOCAGE_BUILD", "auto")
        if wish not in ("auto", "plain", "require"):
            raise SystemExit(f"BOCAGE_BUILD is auto, plain or require, not '{wish}'")
        source = Path(self.root, "src", PACKAGE)
        binary = f"_kernel_c{sysconfig.get_config_var('EXT_SUFFIX')}"
        editable = version == "editable"
        if editable:
            # One from an earlier build would be used in place of the source.
            (source / binary).unlink(missing_ok=True)
        if wish == "plain":
            return
        self._scratch = TemporaryDirectory(prefix="bocage-build-")
        scratch = Path(self._scratch.name)
        reason = compile_kernel(Path(self.root), scratch)
        if reason:
            if wish == "require":
                raise SystemExit(f"the hex kernel was not compiled: {reason}")
            self.app.display_warning(
                f"The hex kernel was not compiled ({reason}); plain Python gives the same "
                "results, many times slower."
            )
            return
        built = scratch / "lib" / PACKAGE / binary
        if editable:
            (source / binary).write_bytes(built.read_bytes())
        else:
            build_data["force_include"][str(built)] = f"{PACKAGE}/{binary}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Called by hatchling after it has packed."""
        if hasattr(self, "_scratch"):
            self._scratch.cleanup()


def compile_kernel(root: Path, scratch: Path) -> str:
    """Compile the kernel into `scratch/lib`; returns why that could not be done, or nothing."""
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} runs the plain source fast enough"
    # Imported here so that a plain build needs neither.
    import Cython.Build
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CCompilerError

    cythonize: Any = Cython.Build.cythonize  # pyright: ignore
    checks = os.environ.get("BOCAGE_BUILD_DEBUG", "") not in ("", "0")
    gnu = sysconfig.get_config_var("CC") is not None  # MSVC has other switches
    extension = Extension(
        MODULE,
        [f"{PACKAGE}/{SOURCE}"],
        extra_compile_args=["-O3", "-g0"] if gnu else ["/O2"],
        extra_link_args=["-Wl,-s"] if sys.platform == "linux" else [],
    )
    before = Path.cwd()
    os.chdir(root / "src")  # Cython finds the package, and with it the .pxd, from here
    try:
        extensions = cythonize(
            [extension],
            build_dir=str(scratch / "c"),
            quiet=True,
            compiler_directives={
                "language_level": "3",
                # The .pxd has the types; the annotations are for people and type checkers.
                "annotation_typing": False,
                "boundscheck": checks,
                "wraparound": False,
                "cdivision": not checks,
            },
        )
        command = build_ext(Distribution({"name": "bocage", "ext_modules": extensions}))
        command.build_lib = str(scratch / "lib")
        command.build_temp = str(scratch / "tmp")
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError, OSError) as failure:
        return f"no working C compiler: {failure}".splitlines()[0]
    finally:
        os.chdir(before)
    return ""
