"""Five games of hidden information from one rules source: played by people, and at native speed by programs."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("mainmatch")
except PackageNotFoundError:  # run from a checkout that was never installed
    __version__ = "0+unknown"

__all__ = ["__version__"]
