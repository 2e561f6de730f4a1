"""How soon one hears what one feels in the dark: ``.venv/bin/python -m bench.sound`` (``--quick``).

Somebody searches the box beside a bot, by keyboard in Chromium. What counts is the page's part, from the arrival of a
frame at the WebSocket to the moment for which the first sound of it is asked of the audio graph; then the same with a
processor a quarter as fast, as of a slow phone. What the device adds after that it says itself: ``baseLatency`` within
the browser, ``outputLatency`` down to the loudspeaker. A machine without one makes up the latter.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from playwright.async_api import Browser
from tests.browser.conftest import launch, open_house
from tests.browser.player import visit

from renardiere.cli.measure_yards import part

SLOWER: Final = 4
AIM_MS: Final = 20
WAYS: Final = ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")
STROKE_SECONDS: Final = 0.4
NEW: Final = """
async () => {
  const body = { request: 'bench-sound-1', game: 'maitre', options: { players: '2' } }
  body.seats = [{ who: 'me', name: 'Alix' }, { who: 'bot', level: 1 }]
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()).id
}
"""

WATCH: Final = """
window.sounds = []
let came = null
const listen = WebSocket.prototype.addEventListener
const first = (event) => {
  if (typeof event.data === 'string') return
  // the event's own time is when the browser had it, the clock's when the page does
  came = { at: Math.min(event.timeStamp, performance.now()), heard: false }
}
const Real = WebSocket
window.WebSocket = class extends Real {
  constructor(...how) {
    super(...how)
    listen.call(this, 'message', first)
  }
}
const asked = (context, when) => {
  window.context = context
  if (!came || came.heard) return
  const now = performance.now()
  if (now - came.at > 30) return  // a chime of the page's own, long after the frame
  came.heard = true
  sounds.push(now - came.at + 1000 * Math.max(0, (when ?? 0) - context.currentTime))
}
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start
  kind.prototype.start = function (when, ...more) {
    asked(this.context, when)
    return start.call(this, when, ...more)
  }
}
const glide = AudioParam.prototype.setTargetAtTime
AudioParam.prototype.setTargetAtTime = function (value, when, ...more) {
  if (window.context) asked(context, when)
  return glide.call(this, value, when, ...more)
}
"""
DEVICE: Final = "() => [1000 * (context?.baseLatency ?? NaN), 1000 * (context?.outputLatency ?? NaN)]"


class Heard(NamedTuple):
    """Milliseconds from frame to sound, of all frames that were heard; what the device says that it adds."""

    page: list[float]
    base: float
    output: float


async def search(browser: Browser, address: str, seconds: float, slower: int) -> Heard:
    me = await visit(browser, address, "en", size=(1024, 768))
    page = me.page
    await page.context.add_init_script(WATCH)
    table = await page.evaluate(NEW)
    await page.goto(f"/t/{table}")
    await page.get_by_role("button", name="Mask down").click()
    await page.get_by_role("img", name="The yard, in the dark").wait_for()
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for stroke in range(round(seconds / STROKE_SECONDS)):
        way = WAYS[stroke // 3 % 4]
        await page.keyboard.down(way)
        await asyncio.sleep(STROKE_SECONDS)
        await page.keyboard.up(way)
        for key in "gts" if stroke % 5 == 4 else "":
            await page.keyboard.press(key)
            await asyncio.sleep(STROKE_SECONDS / 2)
    heard = Heard(await page.evaluate("sounds"), *await page.evaluate(DEVICE))
    await page.context.close()
    return heard


async def measure(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "house") as address:
        async with launch() as browser:
            for name, slower in (("this machine", 1), (f"{SLOWER} times slower", SLOWER)):
                page, base, output = await search(browser, address, seconds, slower)
                p50, p99, worst = (part([ms / 1000 for ms in page], share) for share in (0.5, 0.99, 1.0))
                print(
                    f"{name:16} {len(page):5} sounds: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {worst:.1f} ms; "
                    f"the device says {base:.1f} ms more (output: {output:.1f} ms)"
                )
            print(f"The aim is {AIM_MS} ms; other work on this machine counts in.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How soon one hears what one feels in the dark.")
    parser.add_argument("--quick", action="store_true", help="10 seconds each, not 40")
    asyncio.run(measure(10 if parser.parse_args().quick else 40))
