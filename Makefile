# A newcomer needs only `make run`, `make check` and `make test`. Each of them first installs what it lacks into .venv:
# `make run` what the program imports, the others also what checks and tests need.
# If there is no Python, the error names python3.
PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
BIN := .venv/bin
# Empty, so that Python keeps compiled modules: otherwise every process of the tests would compile all of them again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: setup run lint fast-tests all-tests check test chaos coverage bench compiled lab train
# Compiles the program too, because the user that runs a service may not write into its folder.
setup: .venv/ready
	$(BIN)/python -m compileall -q bot cogs data engine

# Upgrades pip: the one that Python 3.11 brings takes twice as long to choose the packages.
$(BIN)/pip:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --no-compile --upgrade pip

# Twice quiet: pip shows errors, but not the warnings of setuptools.
.venv/ready: pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install -qq --editable .
	touch $@

# Compiles nothing: checks and tests import only a part of these packages, and compile that.
.venv/ready-dev: pyproject.toml | $(BIN)/pip
	$(BIN)/python -m pip install -qq --no-compile --editable '.[dev]'
	touch .venv/ready $@

# make run PROCESSES=3 starts three processes of the bot, which share the work over PostgreSQL.
PROCESSES ?= 1
run: .venv/ready
	$(BIN)/python -m bot.launch --processes $(PROCESSES)

# Which folders pyright checks: all in pyproject.toml if none are named.
TYPED :=
lint: .venv/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	.ci/page
	$(BIN)/pyright $(TYPED)

fast-tests: .venv/ready-dev
	$(BIN)/python -m pytest -n 2 -m "not slow" --ignore=tests/cogs --ignore=tests/delivery

all-tests: .venv/compiled-tests
	$(BIN)/python -m pytest

# Compiles the tests before the first run: otherwise each worker would compile every module.
.venv/compiled-tests: .venv/ready-dev
	$(BIN)/python -m pytest -n 0 --collect-only -qq >/dev/null || true  # the tests themselves show the errors
	touch $@

# Run this before every commit. `make test` also checks the types of the tests, and runs the tests that take seconds,
# start processes or play on a simulated server.
# Linters and tests run in parallel, since tests often wait; a third test worker would not make it faster.
check: .venv/ready-dev
	$(MAKE) --jobs=2 --no-print-directory lint fast-tests TYPED='bot cogs data engine lab sandbox'

test: .venv/ready-dev
	$(MAKE) --jobs=2 --no-print-directory lint all-tests

# make chaos MINUTES=60 adds a line to var/chaos.jsonl; the docstring of `tests/chaos/__main__.py` says what happens.
MINUTES ?= 10
chaos: .venv/ready-dev
	$(BIN)/python -m tests.chaos $(MINUTES)

# Which lines the tests run that take less than seconds. Separate from `make check`, because measuring doubles the time.
coverage: .venv/ready-dev
	$(BIN)/python -m pytest -m "not slow" --cov --cov-report=term

# Translates rules and AI seats to C for the laboratory, about twice as many games a second, and runs the engine's
# tests on it.
compiled: .venv/ready-dev
	$(BIN)/python -m pip install --quiet --editable '.[compiled]'
	$(BIN)/python -m lab.compiled
	PYTHONPATH=var/compiled:. $(BIN)/python -P -m pytest -p engine.moves tests/engine tests/lab

bench: .venv/ready-dev
	$(BIN)/python -m engine.bench
	$(BIN)/python -m tests.benchmarks

# Makes data/pools.json and data/pools_anarchy.json, which are shipped: the surveys of all pools of roles.
# An interrupted run continues when it is run again.
lab: .venv/ready
	$(BIN)/python -m lab survey --out data/pools.json
	$(BIN)/python -m lab survey --ruleset anarchy --out data/pools_anarchy.json

# Makes data/ai/strong.json, which is shipped: the networks of the strong AI seat. An interrupted run continues when it
# is run again. Two networks are trained in parallel with a processor each, so the array library gets no threads of its
# own. Without a C compiler, plain Python trains the same networks more slowly.
train: .venv/ready
	$(BIN)/python -m pip install --quiet --editable '.[train,compiled]'
	-$(BIN)/python -m lab.compiled
	OPENBLAS_NUM_THREADS=1 nice $(BIN)/python -m lab train
