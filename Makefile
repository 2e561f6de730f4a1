# La Renardière. `make` alone lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash
BIN := .venv/bin

.PHONY: help setup play test check bench lint types unit coverage page-check warm warmed suite lock shots pictures clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## make .venv (the package, its command) and the page, and compile the rules
	@scripts/setup.sh run
	@scripts/page.sh
	@$(BIN)/renardiere warm

play: ## set everything up and open the house on this machine
	@scripts/setup.sh run
	@scripts/page.sh
	@$(BIN)/renardiere serve $(ARGS)

test: ## everything that CI runs
	@scripts/setup.sh dev
	@scripts/browser.sh
	@$(MAKE) --no-print-directory -j 2 warmed types page-check lint
	@$(MAKE) --no-print-directory coverage suite

check: ## the fast inner loop: format, lint, types, imports, unit tests
	@scripts/setup.sh dev
	@$(MAKE) --no-print-directory lint types unit

lint:
	@echo "▸ format, lint, imports"
	@$(BIN)/ruff format --check -q .
	@$(BIN)/ruff check -q .
	@$(BIN)/lint-imports --no-logo

types:
	@echo "▸ types"
	@$(BIN)/mypy

unit:
	@echo "▸ unit tests"
	@$(BIN)/pytest -q -n 2 --dist loadgroup -m "not slow and not browser"

page-check:
	@scripts/page.sh check

coverage: ## branch coverage of the rules, un-compiled (of the compiler's door and cache, compiled: they rest otherwise)
	@echo "▸ the rules, un-compiled, with branch coverage"
	@rm -f .coverage .coverage.*
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -p -m pytest -q -n 2 -m "not slow and not compiled" tests/games
	@$(BIN)/coverage run -p -m pytest -q -m "not slow" tests/games/test_kernel.py
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report

warm:
	@echo "▸ compiling the rules and the bots"
	@$(BIN)/renardiere warm --quiet

warmed: warm
	@$(BIN)/python -m tests.warmed

suite: warm
	@echo "▸ all tests, compiled"
	@$(BIN)/pytest -q -n 3 --dist loadgroup

bench: ## how fast this machine plays
	@scripts/setup.sh dev
	@scripts/page.sh
	@$(BIN)/renardiere bench

shots: ## screenshots of the main screens, into shots/
	@scripts/setup.sh dev
	@scripts/browser.sh
	@scripts/page.sh
	@$(BIN)/python -m tests.browser.shots

pictures: ## renew the README's pictures: always the same deals
	@scripts/setup.sh dev
	@scripts/browser.sh
	@scripts/page.sh
	@$(BIN)/python -m tests.browser.pictures

lock: ## renew the lock files
	@scripts/setup.sh dev
	@scripts/lock.sh

clean: ## remove what was built
	rm -rf .venv web/node_modules src/renardiere/server/page dist build shots
