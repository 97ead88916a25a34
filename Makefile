# Everything runs in $(VENV), which is made on first use. Needs python3 (3.11 or later) and make.
PYTHON ?= python3
VENV ?= .venv
FAST ?= .venv-fast
BIN := $(VENV)/bin
PIP := -m pip install --quiet --disable-pip-version-check

.PHONY: demo test page check lint proof fast bench clean

demo: $(VENV)/.installed  ## rule on the records in examples/
	$(BIN)/rootlaw check examples

test: $(VENV)/.test
	$(BIN)/python -m pytest -rs -n auto

page: $(VENV)/.page  ## the page in a headless browser; needs chromium and chromedriver
	ROOTLAW_BROWSER=required $(BIN)/python -m pytest tests/test_page.py

check: lint test

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

examples: $(VENV)/.test  ## the cases that `rootlaw rule` shows
	$(BIN)/python -m tools.examples

proof: $(VENV)/.proof  ## mutants of legal games, tables of what is found; hours on few cores
	$(BIN)/python -m proof

fast: $(FAST)/.compiled  ## rootlaw compiled to C in $(FAST), twice as fast; needs a C compiler

bench: $(VENV)/.bench
	-$(MAKE) fast
	$(BIN)/python -m bench $(FAST)/bin/python

clean:
	rm -rf $(VENV) $(FAST) build dist *.egg-info bench/node_modules
	rm -rf .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python $(PIP) --editable .
	@touch $@

$(VENV)/.test $(VENV)/.bench $(VENV)/.page $(VENV)/.proof: $(VENV)/.%: pyproject.toml | $(BIN)/python
	$(BIN)/python $(PIP) --editable ".[$*]"
	@touch $@ $(VENV)/.installed

$(FAST)/.compiled: pyproject.toml setup.py $(shell find notation replayer validator -name "*.py")
	rm -rf $(FAST) build
	$(PYTHON) -m venv $(FAST)
	$(FAST)/bin/python $(PIP) ".[fast]"
	ROOTLAW_COMPILED=1 $(FAST)/bin/python $(PIP) --no-build-isolation --no-deps --force-reinstall .
	@touch $@
