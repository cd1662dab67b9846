# `make run`, `make check` and `make test` are all a newcomer needs: each sets up .venv first, once.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: setup run lint check test coverage bench
setup: .venv/ready

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

run: setup
	$(BIN)/python -m bot.launch

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --threads
	$(BIN)/lint-imports
	.ci/page

# Before every commit: all but the tests that take seconds or run processes of their own.
check: lint
	$(BIN)/python -m pytest -m "not slow"

test: lint
	$(BIN)/python -m pytest

# What the tests of `make check` run; apart from them, because measuring takes as long again.
coverage: setup
	$(BIN)/python -m pytest -m "not slow" --cov --cov-report=term

bench: setup
	$(BIN)/python -m engine.bench
	$(BIN)/python -m tests.store.bench
	$(BIN)/python -m tests.tables.bench
	$(BIN)/python -m tests.e2e.bench
