# Everything runs in $(VENV), which is made on first use. Needs python3 (3.11 or later) and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test page check lint proof bench clean

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

bench: $(VENV)/.bench
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist *.egg-info bench/node_modules
	rm -rf .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test $(VENV)/.bench $(VENV)/.page $(VENV)/.proof: $(VENV)/.%: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$*]"
	@touch $@ $(VENV)/.installed
