"""The page as an application: it may be installed, opens without a network, and is replaced whole."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from renardiere.server.shell import PAGE
from tests.browser.conftest import Timed, launch
from tests.browser.player import Player, visit
from tests.browser.test_access import inspect

WORDS = {
    "fr": {
        "away": "La maison ne répond pas",
        "knock": "Frapper maintenant",
        "learn": re.compile("Apprendre en jouant|Reprendre la leçon"),
        "card": "Aide de jeu à imprimer",
        "install": "Installer",
        "installed": "C’est fait : cherchez le renard parmi vos applications.",
        "by_hand": re.compile("^Dans le menu Partager"),
    },
    "en": {
        "away": "The house does not answer",
        "knock": "Knock now",
        "learn": re.compile("Learn by playing|Resume the lesson"),
        "card": re.compile("Reference card"),
        "install": "Install",
        "installed": "Done: look for the fox among your apps.",
        "by_hand": re.compile("^In the browser’s Share menu"),
    },
}

KEPT = """
async () => {
  const kept = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      kept.push([name, pathname, pathname === '/' ? await (await cache.match(request)).text() : ''])
    }
  }
  return kept
}
"""
STANDS = """
async () => {
  const { active, waiting, installing } = (await navigator.serviceWorker.getRegistration()) ?? {}
  const states = [active, waiting, installing].map((worker) => worker?.state)
  const scripts = [...document.scripts].map(({ src }) => src)
  return JSON.stringify({ states, scripts, caches: await caches.keys(), page: document.body.innerText.slice(0, 200) })
}
"""
PIXELS = """
async (src) => {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = document.createElement('canvas')
  const { naturalWidth: size } = image
  canvas.width = canvas.height = size
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, size, size)
  // where the sheet may be cut off, there is no fox: its orange, cream and ink are far from green
  const outside = new Set()
  let clear = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = 4 * (y * size + x)
      const [r, g, b, a] = data.slice(at, at + 4)
      if (a < 255) clear++
      const far = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) > 0.4 * size
      if (far && !(g > r && g > b && g < 100)) outside.add([r, g, b].join())
    }
  }
  const middle = 4 * ((size / 2) * size + size / 2 - 8)
  return { size, clear, outside: [...outside], middle: [...data.slice(middle, middle + 3)] }
}
"""

# Chromium drops a notification that is asked for while it is about to be shown: ask once, when it is.
TOLD = """
const { prototype } = ServiceWorkerRegistration
const { showNotification } = prototype
prototype.showNotification = async function (...what) {
  await showNotification.apply(this, what).then(() => (window.told = 'shown'), (why) => (window.told = String(why)))
}
"""


async def until(page: Page, what: str) -> Any:
    """Look again and again, until there is something; not for ever."""
    try:
        async with asyncio.timeout(60):
            while not (found := await page.evaluate(what)):
                await page.evaluate("new Promise((again) => setTimeout(again, 50))")
    except TimeoutError:
        pytest.fail(f"never: {what}\n{await page.evaluate(STANDS)}")
    return found


async def settle(me: Player) -> None:
    """Until the service worker has the page."""
    await until(me.page, "navigator.serviceWorker.controller?.state === 'activated'")


async def kept_in(me: Player) -> tuple[set[str], dict[str, str]]:
    """The names of all caches, and what is in them."""
    found: list[list[str]] = await me.page.evaluate(KEPT)
    return {name for name, _, _ in found}, {path: text for _, path, text in found}


def grumbles(me: Player) -> list[str]:
    """What went wrong, other than that there is no network."""
    return [text for text in me.complaints if "ERR_INTERNET_DISCONNECTED" not in text]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The whole browser: what only drives pages installs none and shows no notification."""
    async with launch(whole=True) as launched:
        yield launched


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_it_may_be_installed(browser: Browser, house: str, language: Literal["fr", "en"]) -> None:
    me = await visit(browser, house, language, worker=True, size=(360, 560), theme="day")
    page, words = me.page, WORDS[language]
    await settle(me)
    devtools = await page.context.new_cdp_session(page)
    found: dict[str, Any] = await devtools.send("Page.getAppManifest")
    assert found["url"].endswith(f"/{language}.webmanifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["lang"] == language
    errors = (await devtools.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []  # which this browser always is

    for icon in manifest["icons"]:
        seen = await page.evaluate(PIXELS, icon["src"])
        assert icon["sizes"] == f"{seen['size']}x{seen['size']}"
        red, green, blue = seen["middle"]
        assert red > 200 > green > blue, "the fox looks at us"
        if icon.get("purpose") == "maskable":
            assert (seen["clear"], seen["outside"]) == (0, [])
        else:
            assert seen["clear"] > 0

    # in the settings, and only there; the browser's own banner does not come
    await page.goto("/settings")
    install = page.get_by_role("button", name=str(words["install"]), exact=True)
    await page.get_by_role("heading", level=1).wait_for()
    await expect(install).to_have_count(0)
    shown = await page.evaluate(
        """() => {
          const offer = new Event('beforeinstallprompt', { cancelable: true })
          offer.prompt = async () => { window.asked = true }
          return dispatchEvent(offer)
        }"""
    )
    assert shown is False
    await inspect(me)
    await install.click()
    await expect(install).to_have_count(0)
    assert await page.evaluate("asked") is True
    await page.evaluate("dispatchEvent(new Event('appinstalled'))")
    await page.get_by_text(str(words["installed"])).wait_for()
    await page.context.add_init_script("navigator.standalone = false")  # an iPhone
    await page.reload()
    await page.get_by_text(words["by_hand"]).wait_for()  # type: ignore[arg-type]
    await inspect(me)

    # what surrounds the page follows what one chooses
    lights = "[...document.querySelectorAll('meta[name=theme-color]')].map(({ content, media }) => [content, media])"
    night, day = "#0f1c19", "#e6dfc9"
    for name, at_night, by_day in (
        (re.compile("^(Nuit|Night)$"), "all", "not all"),
        (re.compile("^(Jour|Day)$"), "not all", "all"),
    ):
        async with page.expect_response("**/api/me"):
            await page.get_by_role("radio", name=name).check()
        assert await page.evaluate(lights) == [[night, at_night], [day, by_day]]
    await page.reload()
    assert await page.evaluate(lights) == [[night, "not all"], [day, "all"]]
    await page.get_by_role("radio", name={"fr": "English", "en": "Français"}[language]).check()
    other = {"fr": "/en.webmanifest", "en": "/fr.webmanifest"}[language]
    await expect(page.locator("link[rel=manifest]")).to_have_attribute("href", other)
    assert me.complaints == []


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_without_a_network_the_page_opens_and_knocks(
    browser: Browser, house: str, language: Literal["fr", "en"]
) -> None:
    """From home and from a table; only the shell is kept; what needs no house works; and it comes back by itself."""
    me = await visit(browser, house, language, worker=True, size=(360, 560))
    page, words = me.page, WORDS[language]
    await settle(me)
    await me.new_table("bot", 21, name="Zibeline")
    for _ in range(2):
        assert await me.todo() == "decide"
        await me.decide()
    table = page.url
    await me.todo()
    await page.reload()  # through the worker
    assert await me.todo() == "decide"
    names, kept = await kept_in(me)
    assert len(names) == 1
    assert {path for path in kept if not path.startswith("/assets/")} == {"/"}
    assert "Zibeline" not in kept["/"]
    assert table.rpartition("/")[2] not in kept["/"]
    assert {path.rpartition(".")[2] for path in kept if path != "/"} == {"js", "css", "woff2", "svg"}

    await page.context.set_offline(True)
    away = page.get_by_role("heading", level=1, name=str(words["away"]))
    for path in (table, "/", "/settings"):
        await page.goto(path)
        await away.wait_for()
    await inspect(me)
    assert await page.evaluate("document.documentElement.lang") == language
    await page.get_by_role("link", name=words["learn"]).first.click()  # type: ignore[arg-type]
    await me.hand.wait_for()
    await page.go_back()
    await page.get_by_role("link", name=words["card"]).first.click()  # type: ignore[arg-type]
    await page.get_by_role("heading", level=1).wait_for()
    await expect(away).to_have_count(0)

    await page.goto(table)
    await away.wait_for()
    await page.get_by_role("button", name=str(words["knock"])).click()
    await expect(away).to_have_count(1)
    await page.context.set_offline(False)
    assert await me.todo() == "decide"
    await me.decide()
    assert await kept_in(me) == (names, kept)
    assert grumbles(me) == []


async def test_nobody_at_home_but_a_proxy(browser: Browser, house: str) -> None:
    """A house that is closed behind its proxy is one that cannot be reached, for a page that has just opened."""
    me = await visit(browser, house, "fr")
    away = me.page.get_by_role("heading", level=1, name=str(WORDS["fr"]["away"]))
    await me.page.route("**/api/**", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    await me.page.reload()
    await away.wait_for()
    await expect(me.page.get_by_role("link", name="Apprendre en jouant")).to_have_count(0)  # that is not kept here
    await me.page.unroute("**/api/**")
    await me.page.get_by_role("link", name="Jouer contre un robot").wait_for()
    assert [text for text in me.complaints if "502" not in text] == []


def rebuilt(folder: Path) -> tuple[Path, str, str]:
    """The page as another build has it: nothing in it is called what it was. Its folder; the two scripts' names."""
    shutil.copytree(PAGE, folder)
    (script,) = re.findall(
        r'<script type="module" crossorigin src="/assets/([^"]+)"', (PAGE / "index.html").read_text()
    )
    for packed in [*folder.glob("assets/*.js.br"), *folder.glob("assets/*.js.gz")]:
        packed.unlink()
    names = [path.name for path in folder.glob("assets/*.js")]
    for name in names:
        (folder / "assets" / name).rename(folder / "assets" / f"new-{name}")
    a_name = re.compile("|".join(map(re.escape, names)))
    for path in [folder / "index.html", folder / "sw.js", *folder.glob("assets/*.js")]:
        text = a_name.sub(lambda name: f"new-{name[0]}", path.read_text())
        path.write_text(re.sub('BUILD="[0-9a-f]+"', 'BUILD="another"', text))
    return folder, script, f"new-{script}"


async def test_a_new_build_replaces_the_old_one(browser: Browser, timed_house: Timed, tmp_path: Path) -> None:
    """With another page of the old build open it waits; then the old files go, and offline the new shell opens."""
    me = await visit(browser, timed_house.address, "fr", worker=True)
    page = me.page
    await settle(me)
    names, kept = await kept_in(me)
    other = await page.context.new_page()
    await other.goto("/new?with=bot")
    folder, script, new = rebuilt(tmp_path / "page")
    assert f"/assets/{script}" in kept

    timed_house.show(folder)
    scripts = "[...document.scripts].map(({ src }) => src.split('/').pop())"

    async def renew() -> None:
        """Come again until the new document is here: the house may not have heard of it, or answer too late for it."""
        async with asyncio.timeout(60):
            await page.reload()
            while await page.evaluate(scripts) != [new]:
                await page.reload()

    await renew()
    await until(page, "navigator.serviceWorker.getRegistration().then((there) => there.waiting !== null)")
    before, still = await kept_in(me)
    assert before == names | {"shell-another"}
    assert f"/assets/{script}" in still
    # the page that is open still has what it was built with
    await other.goto("/new?with=bot")
    await other.close()

    # the worker may not have heard yet that the other page is closed: whoever comes again asks again
    replaced = "caches.keys().then((names) => names.join() === 'shell-another')"
    async with asyncio.timeout(120):
        while not await page.evaluate(replaced):
            await renew()
            await page.evaluate("new Promise((asked) => setTimeout(asked, 4000))")
    _, after = await kept_in(me)
    assert f"/assets/{script}" not in after
    assert f"/assets/{new}" in after
    assert new in after["/"]
    await page.context.set_offline(True)
    await page.reload()
    await page.get_by_role("heading", level=1, name=str(WORDS["fr"]["away"])).wait_for()
    assert await page.evaluate(scripts) == [new]
    await page.context.set_offline(False)
    await page.get_by_role("link", name="Jouer contre un robot").wait_for()
    assert grumbles(me) == []


TOUCHED = """
async (path) => {
  const opened = []
  clients.openWindow = async (to) => void opened.push(to)
  let forward = 0
  WindowClient.prototype.focus = async () => void forward++
  let done
  class Touched extends NotificationEvent {
    waitUntil(shown) { done = shown }
  }
  const [notification] = await registration.getNotifications()
  dispatchEvent(new Touched('notificationclick', { notification }))
  await done
  await registration.showNotification('La Renardière', { data: path, tag: 'again' })
  return { forward, opened }
}
"""
"""What comes of touching a notification: only a person's own touch may open a window or bring one forward."""


async def test_a_notification_has_the_fox_and_leads_to_the_table(browser: Browser, house: str) -> None:
    async def guest(path: str = "/") -> Player:
        me = await visit(browser, house, "fr", worker=True)
        await me.page.context.grant_permissions(["notifications"])
        await settle(me)
        await me.page.goto("/settings")
        await me.page.get_by_role("switch", name=re.compile("^Me prévenir")).check()
        await until(me.page, "localStorage.getItem('renardiere.call') === 'on'")  # the browser was asked for leave
        await me.page.context.add_init_script(
            "Object.defineProperty(document, 'hidden', { get: () => window.looksAway ?? false })"
        )
        await me.page.context.add_init_script(TOLD)
        await me.page.goto(path)
        return me

    alix = await guest()
    await alix.new_table("friend", 21, name="Alix")
    link = await alix.page.get_by_label("Lien", exact=True).input_value()
    bo = await guest(link)
    await bo.page.get_by_label("Votre nom").fill("Bo")
    await bo.button("sit").click()
    for player in (alix, bo):
        await player.cards.first.wait_for()
    acts, waits = (alix, bo) if await alix.playable.count() else (bo, alix)
    await waits.page.evaluate("window.looksAway = true")
    names = await acts.playable.evaluate_all("buttons => buttons.map(button => button.dataset.card)")
    await acts.decide(next(name for name in names if name[1:] not in ("3", "5")))  # then the other is to act
    assert await until(waits.page, "window.told") == "shown"
    seen = await waits.page.evaluate(
        """navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
          .then(([one]) => ({ title: one.title, body: one.body, icon: one.icon, badge: one.badge, to: one.data }))
        """
    )
    assert (seen["title"], seen["to"]) == ("La Renardière", "/t/" + link.rpartition("/")[2])
    assert "À vous" in seen["body"]
    for picture in (seen["icon"], seen["badge"]):
        assert (await waits.page.request.get(picture)).headers["content-type"] == "image/png"

    # touched, a page that is open comes forward and goes there, wherever it is; with no page left, one opens
    [worker] = waits.page.context.service_workers
    await waits.page.get_by_role("button", name="Menu de la table").click()
    await waits.page.get_by_role("dialog").get_by_role("link", name="Accueil").click()
    await waits.page.get_by_role("heading", name="Vos parties").wait_for()
    assert await worker.evaluate(TOUCHED, seen["to"]) == {"forward": 1, "opened": []}
    await waits.cards.first.wait_for()
    assert waits.page.url.endswith(seen["to"])
    await waits.page.context.new_page()  # with none at all, the browser would go
    await waits.page.close()
    assert await worker.evaluate(TOUCHED, seen["to"]) == {"forward": 0, "opened": [seen["to"]]}
    assert alix.complaints == bo.complaints == []
