#!/usr/bin/env bash
# Makes sure that there is a Chromium for the browser tests: the whole one, and what drives pages alone, which is lighter.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\033[33m%s\033[0m %s\n' "▸" "$*"; }

command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null && exit
.venv/bin/python - <<'PYTHON' && exit
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    raise SystemExit(not Path(playwright.chromium.executable_path).exists())
PYTHON
debian() {
  apt-get update -qq &&
    apt-get install -qq -y --no-install-recommends chromium chromium-headless-shell fonts-dejavu-core >/dev/null
}
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  say "installing Debian's Chromium for the browser tests"
  debian && exit
fi
command -v chromium >/dev/null && exit # it does alone, more slowly
say "fetching Playwright's Chromium for the browser tests"
.venv/bin/playwright install chromium
