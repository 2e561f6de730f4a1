"""How long somebody with a slow phone waits for the page: ``.venv/bin/python -m bench.first_load`` (``--quick``).

A slow phone is 1.6 Mbit/s, 150 ms there and back, and a processor a quarter as fast as this machine's. Each time is
from the start of the navigation, in a browser that has nothing, to the moment when what one came for is there, in its
letters, and the page has nothing else to do: at home the button of a new game, at a table the cards of one's hand. The
floor is what the network alone takes for the same bytes; the page should not be far above it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, BrowserContext
from tests.browser.conftest import launch, open_house
from tests.browser.player import WORDS

BYTES_PER_SECOND: Final = 1.6e6 / 8
ROUND_TRIP: Final = 0.150
SLOWER: Final = 4
AIM: Final = 2.0
SIZE: Final = {"width": 360, "height": 640}
NETWORK: Final = {
    "offline": False,
    "latency": 1000 * ROUND_TRIP,
    "downloadThroughput": BYTES_PER_SECOND,
    "uploadThroughput": BYTES_PER_SECOND / 2,
}
HOME: Final = 'a[href="/new?with=bot"]'
HOME_WHOLE: Final = "section[aria-labelledby=daily] button"
TABLE: Final = "[data-card]:not([aria-disabled=true])"

WATCH = """
(moments) => {
  for (const [moment, wanted] of moments) {
    const look = async () => {
      if (!document.querySelector(wanted)) return requestAnimationFrame(look)
      await document.fonts.ready
      // painted, and a touch would be answered
      requestAnimationFrame(() => setTimeout(() => (window[moment] = performance.now())))
    }
    look()
  }
}
"""
SENT = """
() => performance.getEntries().filter((entry) => 'transferSize' in entry && entry.startTime < window.whole)
  .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""


class Load(NamedTuple):
    """Seconds until it was usable, until it was whole, and until anything was seen; bytes until then; seconds that the
    slowed processor worked."""

    usable: float
    whole: float
    painted: float
    sent: float
    busy: float


async def load(context: BrowserContext, address: str, wanted: str, whole: str) -> Load:
    page = await context.new_page()
    await page.add_init_script(f"({WATCH})([['usable', {wanted!r}], ['whole', {whole!r}]])")
    devtools = await context.new_cdp_session(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", NETWORK)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await devtools.send("Performance.enable")
    await page.goto(address, wait_until="commit")
    usable = there = 0.0
    async with asyncio.timeout(60):
        while not there:  # rarely looked at: looking is work, too
            await asyncio.sleep(0.25)
            usable, there = await page.evaluate("[(window.usable ?? 0) / 1000, (window.whole ?? 0) / 1000]")
    metrics = {each["name"]: each["value"] for each in (await devtools.send("Performance.getMetrics"))["metrics"]}
    painted = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    sent = await page.evaluate(SENT)
    await page.close()
    return Load(usable, there, painted / 1000, float(sent), float(metrics["TaskDuration"]))


async def fresh(browser: Browser, state: Any = None) -> BrowserContext:
    """A browser that has nothing but the cookie of ``state``."""
    return await browser.new_context(viewport=SIZE, locale="fr-FR", has_touch=True, storage_state=state)


async def a_table(browser: Browser, address: str) -> tuple[str, Any]:
    """Where somebody is to act, and who that is."""
    context = await fresh(browser)
    page = await context.new_page()
    await page.goto(f"{address}/new?with=bot")
    await page.get_by_role("button", name=str(WORDS["fr"]["start"]), exact=True).click()
    await page.locator(TABLE).first.wait_for(timeout=120_000)
    found = page.url, await context.storage_state()
    await context.close()
    return found


async def measure(times: int) -> None:
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "house") as address:
        async with launch(whole=True) as browser:
            table, somebody = await a_table(browser, address)
            heads = f"{'usable':>8}{'whole':>8}{'painted':>9}{'kB':>6}{'work':>7}{'floor':>7}{'÷ floor':>9}"
            print(f"{'':14}{heads}   (median of {times})")
            for name, url, wanted, all_of_it, state in (
                ("home", f"{address}/", HOME, HOME_WHOLE, None),
                ("home again*", f"{address}/", HOME, HOME_WHOLE, somebody),
                ("table", table, TABLE, TABLE, somebody),
            ):
                loads = []
                for _ in range(times):
                    context = await fresh(browser, state)
                    loads.append(await load(context, url, wanted, all_of_it))
                    await context.close()
                usable, whole, painted, sent, busy = (statistics.median(values) for values in zip(*loads, strict=True))
                floor = sent / BYTES_PER_SECOND + 2 * ROUND_TRIP  # the document, then all that it names
                figures = f"{usable:7.2f}s{whole:7.2f}s{painted:8.2f}s{sent / 1000:6.0f}{busy:6.2f}s{floor:6.2f}s"
                print(f"{name:14}{figures}{whole / floor:9.2f}")
            print(f"* with a game under way. The aim is {AIM:.0f} s; other work on this machine counts in.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How long somebody with a slow phone waits for the page.")
    parser.add_argument("--quick", action="store_true", help="3 times each, not 9")
    asyncio.run(measure(3 if parser.parse_args().quick else 9))
