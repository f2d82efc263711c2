# Everything here happens inside the checkout: the packages go to .venv, pip keeps no cache of its
# own, and only what is played is written elsewhere: games, settings, seats and
# the tables of a server, in the user's data folder.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL = $(BIN)/python -m pip install -qq --constraint constraints.txt
# In the environment and not as options, since pip starts a second pip to build a package.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_CACHE_DIR := 1

# Stamps of what is done already, so that the second `make play` starts at once and needs no network.
GAME := $(VENV)/.game-installed
KERNEL := $(VENV)/.kernel-compiled
TOOLS := $(VENV)/.tools-installed

# A virtual environment names the folder it was made in: after a move, or in a copy, make it anew.
ifneq ($(shell cat $(VENV)/.made-in 2>/dev/null),$(CURDIR))
$(GAME): made-anew
endif

.DEFAULT_GOAL := help
# Two installs into one .venv must not meet under `make -j`.
.NOTPARALLEL:
.PHONY: help setup play play-terminal test-programs test check bench docs coverage constraints hooks clean made-anew

help: ## Show this list
	@echo 'make COMMAND, for example: make play-terminal ARGS="--players 3"'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile
	@echo 'PYTHON=python3.12 picks the Python that .venv is made with (3.11 or newer).'

setup: $(KERNEL) ## Make .venv with the game in it, its engine compiled

# Ctrl-C is how a game ends, and no error.
play: setup ## Play in the browser; the server's options go in ARGS
	@$(BIN)/fivethreefive serve --open $(ARGS) || [ $$? = 130 ]

play-terminal: setup ## Play at the terminal; options go in ARGS
	@$(BIN)/fivethreefive play $(ARGS) || [ $$? = 130 ]

test-programs:
	@scripts/test-programs

test: setup $(TOOLS) test-programs ## Run every test; pytest's options go in ARGS
	@$(BIN)/python scripts/npm.py test
	@$(BIN)/python -m pytest -n auto --durations=20 $(ARGS)

check: setup $(TOOLS) docs ## Lint, types, import direction, docs; the page's types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/npm.py run check

bench: setup $(TOOLS) ## Measure every figure of the manual; name one in ARGS to run it alone
	@$(BIN)/python -m bench $(ARGS)

docs: $(TOOLS) ## Build the manual in docs/_build/html
	@$(BIN)/sphinx-build -q -W -b html docs docs/_build/html

ENGINE_TESTS := tests/rules tests/state tests/record/test_position.py tests/batch tests/test_cards.py tests/test_observation.py

# One compiles the kernels in processes of their own, whose lines are not counted. The other plays for minutes
# against the referee of the tests, compiled in `make test`, and reaches no line that the rest does not.
NOT_FOR_COVERAGE := --deselect tests/rules/test_kernel.py::test_every_mode_gives_the_same_results \
	--ignore tests/rules/test_against_naive.py

coverage: setup $(TOOLS) ## Every line and branch of the rules and of rounds and games, on the uncompiled engine
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto $(ENGINE_TESTS) $(NOT_FOR_COVERAGE) \
		--cov=fivethreefive.rules --cov=fivethreefive.state --cov-fail-under=100 $(ARGS)

# The last NumPy for Python 3.11 has no wheel for 3.15, where pip is left to pick a later one.
NUMPY := 's/^numpy==.*/&; python_version < "3.15"/'

constraints: ## Refresh constraints.txt with the newest releases that fit together
	rm -rf build/constraints
	$(PYTHON) -m venv --clear build/constraints
	build/constraints/bin/python -m pip install -qq '.[dev,docs]'
	{ sed '/^[^#]/d' constraints.txt; \
	  build/constraints/bin/python -m pip freeze --exclude fivethreefive | sed $(NUMPY); } \
		> build/constraints.txt
	mv build/constraints.txt constraints.txt
	rm -rf build/constraints

hooks: $(TOOLS) ## Check every commit before it is made (pre-commit)
	@$(BIN)/pre-commit install

clean: ## Remove .venv and everything else that was made here
	rm -rf __pycache__ $(VENV) build dist web/node_modules src/fivethreefive/server/page docs/_build htmlcov .coverage .coverage.* \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench docs examples -name __pycache__ -type d -prune -exec rm -rf {} +

# The page is part of the package: when its sources change, pip builds it anew.
PAGE := hatch_build.py $(wildcard web/*.*) $(wildcard src/fivethreefive/locale/*.json) \
	$(shell find web/src web/public -type f)

$(GAME): pyproject.toml constraints.txt $(PAGE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'This needs Python 3.11 or newer; name one, for example: make PYTHON=python3.12' >&2; \
		exit 1; }
	@echo 'Installing the game in .venv and building its page; this happens once.'
	@[ "$$(cat $(VENV)/.made-in 2>/dev/null)" = '$(CURDIR)' ] || { \
		$(PYTHON) -m venv --clear $(VENV) && printf '%s' '$(CURDIR)' > $(VENV)/.made-in; }
	@$(PIP_INSTALL) --editable .
	@touch $@

# A changed kernel, as after a pull, needs compiling again: here, and not in a player's game.
$(KERNEL): $(GAME) $(wildcard src/fivethreefive/*kernel.py src/fivethreefive/*/*kernel.py src/fivethreefive/*/*/*kernel.py) \
		$(wildcard src/fivethreefive/rules/jit.py)
	@$(BIN)/fivethreefive warm-up
	@touch $@

$(TOOLS): $(GAME)
	@echo 'Installing what the tests, checks and docs need in .venv; this happens once.'
	@$(PIP_INSTALL) --editable '.[dev,docs]'
	@touch $@
