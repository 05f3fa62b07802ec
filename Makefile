# mainmatch. Python 3.11 or newer and make are enough; Node and a browser are found, or brought from the package registries.
#
#   make play     set up what is missing, build the page if it changed, serve it     HOST=0.0.0.0 PORT=8000 ARGS="--lang en"
#   make test     the whole proof, in Python and in the page                         ARGS="tests/games -k mr18"
#   make check    style, types, import contracts; a warning is an error
#   make fix      what the checks can put right by themselves
#   make bench    speed, as ratios taken in one run                                  ARGS=...
#   make docs     the pages of docs/ that are made from the rulebooks
#   make screens  the screenshots of docs/screens, from real matches                ARGS=maskmen
#   make lock     choose versions anew after a change of pyproject.toml or web/package.json; UPGRADE=1: the newest of all
#   make clean    away with everything that was built or installed here

PY ?= python3
PYTHON := .venv/bin/python
UV := .venv/bin/uv
INSTALL := $(UV) pip install --quiet --python $(PYTHON)
PAGE := $(PYTHON) web/page.py

.PHONY: play test check fix bench docs screens lock clean page node browser
.DEFAULT_GOAL := play

play: .venv/.play page
	exec .venv/bin/mainmatch serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(ARGS)

# Browsers in processes of their own: Playwright keeps a loop running, in which the server's tests could not run theirs.
test: .venv/.dev page browser
	$(PAGE) run test
	$(PYTHON) -m pytest -n 2 --dist worksteal $(or $(ARGS),--ignore=tests/browser)
	$(if $(ARGS),,$(PYTHON) -m pytest -n 2 tests/browser)

check: .venv/.dev node
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	.venv/bin/pyrefly check --min-severity warn
	.venv/bin/lint-imports --no-logo
	$(PAGE) run check
	$(if $(wildcard docs/generate.py),$(PYTHON) docs/generate.py --check)

fix: .venv/.dev
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

bench: .venv/.dev
	$(PYTHON) -m benchmarks $(ARGS)

docs: .venv/.dev
	$(PYTHON) docs/generate.py

screens: .venv/.dev page browser
	$(PYTHON) docs/screens.py $(ARGS)

clean:
	rm -rf .venv build dist web/node_modules tests/browser/node_modules src/mainmatch/server/static
	rm -rf .pytest_cache .ruff_cache .hypothesis .import_linter_cache test-results

# ---- What the commands stand on. A stamp in .venv says what is installed; the page carries the hash of its sources.

.venv/.uv: requirements-make.lock
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mainmatch needs Python 3.11 or newer: make play PY=python3.12")'
	$(PY) -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-make.lock
	@touch $@

# The page first: the build hook then finds it fresh and needs no Node of its own.
.venv/.play: .venv/.uv requirements.lock requirements-build.lock pyproject.toml hatch_build.py | page
	$(INSTALL) --compile-bytecode --require-hashes -r requirements.lock
	$(INSTALL) --no-deps --build-constraints requirements-build.lock --editable .
	$(PYTHON) -m compileall -q src/mainmatch
	@touch $@

.venv/.dev: .venv/.play requirements-dev.lock
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

node: .venv/.uv
	@$(PAGE) has-node || $(INSTALL) --require-hashes -r requirements-build.lock

page: node
	@$(PAGE)

browser: .venv/.dev node
	@$(PYTHON) tests/browser/chromium.py

# ---- Locks hold versions and hashes, never an address: no --emit-index-url here, no `resolved` in package-lock.json
# (web/.npmrc), and no uv.lock, which records where each file came from. One lock serves every system and Python (--universal).

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header $(if $(UPGRADE),--upgrade)

lock: .venv/.uv node
	$(COMPILE) --group pyproject.toml:make -o requirements-make.lock
	$(COMPILE) --group pyproject.toml:build -o requirements-build.lock
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --group dev -c requirements.lock -c requirements-build.lock -o requirements-dev.lock
	$(PAGE) lock
