# Mentorscope. `make run` and `make test` set themselves up; `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help setup run test test-package lint screenshots clean

PYTHON_ENV := .venv/bin/python
READY := .venv/.ready
PICTURES := resources/screenshots
# Scenes that the README shows; `mentorscope shots` takes the others too.
SHOWN := main-light main-dark relaxed-token swapped sweep

help:  ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 16

setup: $(READY)  ## make .venv; once for every change of pyproject.toml

$(READY): pyproject.toml .ci/setup.sh
	@.ci/setup.sh
	@touch $@

run: $(READY)  ## open the window
	@$(PYTHON_ENV) -m app

# Many tests start the app: what Python compiled is kept for the next start, whatever the shell says of that.
test: $(READY)  ## run all tests, without a screen, in two processes
	PYTHONDONTWRITEBYTECODE= QT_QPA_PLATFORM=offscreen $(PYTHON_ENV) -m pytest -n 2 --dist loadfile

test-package: $(READY)  ## build the app and test it as it is packaged
	$(PYTHON_ENV) -m pip install --quiet --disable-pip-version-check --no-input -e '.[package]'
	QT_QPA_PLATFORM=offscreen $(PYTHON_ENV) -m pytest -m package tests/packaging

lint: $(READY)  ## style, format and types
	$(PYTHON_ENV) -m ruff check .
	$(PYTHON_ENV) -m ruff format --check .
	$(PYTHON_ENV) -m mypy

screenshots: $(READY)  ## take the README's pictures anew, from recorded runs
	mkdir -p $(PICTURES)
	$(PYTHON_ENV) -m app shots build/shots --scale 2
	for name in $(SHOWN); do cp build/shots/$$name@2x.png $(PICTURES)/$$name.png; done

clean:  ## remove .venv and what tools leave behind
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
