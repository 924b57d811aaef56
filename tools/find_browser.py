"""Find a Chromium for the browser tests, or install one where that is possible.

Prints where it is. A Chromium of your own is used when BOCAGE_CHROMIUM says where.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def found() -> str | None:
    """Return the path of a Chromium, if there is one."""
    told = os.environ.get("BOCAGE_CHROMIUM")
    if told:
        return told if os.access(told, os.X_OK) else None
    for name in NAMES:
        path = shutil.which(name) or shutil.which(name, path="/usr/bin:/usr/local/bin:/snap/bin")
        if path:
            return path
    return None


def install() -> None:
    """Install Debian's, as root."""
    apt = shutil.which("apt-get", path="/usr/bin:/bin")
    if apt is None or os.geteuid() != 0:
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    env["PATH"] = f"{env.get('PATH', '')}:/usr/sbin:/usr/bin:/sbin:/bin"
    waiting = ["-o", "DPkg::Lock::Timeout=300"]
    subprocess.run([apt, *waiting, "update", "-qq"], check=False, env=env)
    wanted = ["install", "-qq", "-y", "--no-install-recommends", "chromium"]
    subprocess.run([apt, *waiting, *wanted], check=False, env=env, stdout=subprocess.DEVNULL)


def main() -> None:
    """Print where it is, or say in one sentence what to do."""
    if found() is None:
        install()
    path = found()
    if path is None:
        sys.exit(
            "the browser tests need Chromium: install it (on Debian: apt install chromium), "
            "or say where it is with BOCAGE_CHROMIUM"
        )
    print(f"Chromium: {path}")


if __name__ == "__main__":
    main()
