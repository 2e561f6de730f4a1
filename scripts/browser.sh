#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }

command -v chromium >/dev/null && exit
.venv/bin/python - <<'PYTHON' && exit
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    raise SystemExit(not Path(playwright.chromium.executable_path).exists())
PYTHON
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing Debian's Chromium for the browser tests"
  apt-get update -qq
  apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null
else
  say "fetching Playwright's Chromium for the browser tests"
  .venv/bin/playwright install chromium
fi
