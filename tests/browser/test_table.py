"""At a table: by ear alone, with one tap, looking back, asking for a hint, and what is done by mistake."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from playwright.async_api import Browser, expect

from tests.browser.player import LISTEN, Player, visit

CARD = re.compile(r"(\d+)\s(?:de\s)?(cloches|clefs|lunes)")
LED = re.compile(r"^Robot\s1 joue le (\d+)\sde (\w+)")
NODE = re.compile(r'^(\s*)- (\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*):?(?: (.*))?$')


@dataclass
class Node:
    """What a screen reader has of one thing."""

    depth: int
    role: str
    name: str
    marks: str
    text: str

    @property
    def card(self) -> tuple[int, str]:
        rank, suit = CARD.match(self.name).groups()  # type: ignore[union-attr]
        return int(rank), suit


async def tree(player: Player) -> list[Node]:
    """The page as a screen reader has it, in reading order."""
    found = []
    for line in (await player.page.locator("body").aria_snapshot()).splitlines():
        if match := NODE.match(line.replace("- '", "- ").rstrip("'")):
            space, role, name, marks, text = match.groups()
            found.append(Node(len(space), role, name or "", marks, (text or "").strip('"')))
    return found


def inside(nodes: list[Node], role: str, name: str) -> list[Node]:
    """What is in the part of that role and name."""
    start = next((i for i, node in enumerate(nodes) if (node.role, node.name) == (role, name)), None)
    if start is None:
        return []
    end = start + 1
    while end < len(nodes) and nodes[end].depth > nodes[start].depth:
        end += 1
    return nodes[start + 1 : end]


async def said(player: Player) -> list[str]:
    """What has been said aloud, as far as it may still be heard."""
    return [node.text for node in inside(await tree(player), "log", "Ce qui se passe") if node.text]


async def last_said(player: Player) -> list[str]:
    """What was being said as the sheet opened in front of it."""
    log = player.page.get_by_role("log", name="Ce qui se passe", include_hidden=True)
    return await log.locator("p").all_text_contents()


def wins(lines: list[str]) -> set[str]:
    return {line for line in lines if re.match(r"Pli \d+ pour vous", line)}


async def test_a_game_by_ear(browser: Browser, house: str) -> None:
    """A whole game through the accessibility tree: roles and names, and what was announced, decide everything."""
    me = await visit(browser, house, "fr", size=(1024, 768))
    await me.new_table("bot", 5, name="Alix")
    followed = refused = 0
    won: set[str] = set()
    await me.todo()
    await me.page.evaluate(LISTEN)
    asked = re.compile("^(À vous|Renard|Bûcheron|Monarque)")
    log = me.page.get_by_role("log", name="Ce qui se passe")
    while (what := await me.todo()) != "over":
        if what == "continue":
            # the count of the round agrees with what was announced during it
            won |= wins(await last_said(me))
            number = len(won)
            sheet = inside(await tree(me), "dialog", next(n.name for n in await tree(me) if n.role == "dialog"))
            rows = [node.name for node in sheet if node.role == "row"]
            assert any(row.startswith(f"Plis {number} ") for row in rows), rows
            won.clear()
            await me.button("continue").press("Enter")
            continue
        await log.get_by_text(asked).last.wait_for(state="attached")
        nodes = await tree(me)
        heard = [node.text for node in inside(nodes, "log", "Ce qui se passe")]
        won |= wins(heard)
        assert asked.match(heard[-1]), heard
        hand = [node for node in inside(nodes, "list", "Votre main") if node.role == "button"]
        free = [node for node in hand if "disabled" not in node.marks]
        for node in hand:  # a refused card says why
            if node not in free:
                assert re.search("Suivez à|Le Monarque demande", node.name), node.name
                refused += 1
        if any(node.name == "Garder" for node in nodes):
            await me.page.get_by_role("button", name="Garder", exact=True).press("Enter")
            await expect(me.page.get_by_role("button", name="Garder", exact=True)).to_have_count(0)
            continue
        chosen = min(free, key=lambda node: node.card[0])
        last = next((match for line in reversed(heard) if (match := LED.match(line))), None)
        after = heard[next((i for i, line in enumerate(heard) if last and line == last.string), 0) :]
        if last and not any(re.match("Vous jouez|Pli", line) for line in after):
            rank, suit = int(last[1]), last[2]
            same = [node for node in hand if node.card[1] == suit]
            if same and rank != 11:
                assert {node.card for node in free} == {node.card for node in same}
                higher = [node for node in same if node.card[0] > rank]
                chosen = min(higher or same, key=lambda node: node.card[0])
                followed += 1
        card = me.page.get_by_role("button", name=chosen.name, exact=True)
        await card.press("Enter")
        await expect(card).to_have_attribute("aria-pressed", "true")
        await card.press("Enter")
        await expect(card).to_have_count(0)
    assert followed
    assert refused
    # what led to a decision is told before it
    heard = await me.page.evaluate("heard")
    assert [now for now, then in pairwise(heard) if asked.match(now) and re.match("Pli |Vous piochez", then)] == []
    assert any(node.role == "heading" and re.search("gagne|Égalité", node.name) for node in await tree(me))
    assert me.complaints == []


async def test_looking_back_asking_and_keys(browser: Browser, house: str) -> None:
    """With the memory aid finished tricks stay at hand, also after a reload; a hint is one sentence; keys tell more."""
    me = await visit(browser, house, "fr", size=(360, 560))
    await me.page.goto("/new?with=bot")
    await me.page.get_by_role("switch", name=re.compile("^Revoir les plis")).check()
    await me.button("start").click()
    back = me.page.get_by_role("button", name="Revoir les plis")
    assert await me.todo() == "decide"
    await back.click()
    await expect(me.page.get_by_text("Aucun pli n’est encore fini")).to_be_visible()
    await me.page.keyboard.press("Escape")

    # a hint: in the dock and aloud; the focus is on the card that it names
    await me.page.get_by_role("button", name="Coup de pouce").click()
    sentence = me.page.locator(".more").filter(has_text=re.compile("contre|autant|rien d’autre"))
    await expect(sentence).to_be_visible()
    text = (await sentence.inner_text()).replace("\u00a0", " ")
    assert text in await said(me)
    named = CARD.search(text)
    assert named
    await expect(me.hand.locator(":focus")).to_have_accessible_name(re.compile("^" + named[0].replace(" ", r"\s")))
    await expect(me.page.get_by_role("button", name="Coup de pouce")).to_have_count(0)

    await me.page.keyboard.press("Escape")  # it was raised, and is put back

    played: list[str] = []
    while len(played) < 4:
        while await me.todo() != "decide":
            await me.button("continue").click()
        name = await me.playable.first.get_attribute("data-card")
        assert name is not None
        if not await me.page.get_by_role("button", name=re.compile("^(Garder|Glisser)")).count():
            played.append(name)
        await me.decide(name)
    await me.todo()
    for _ in range(2):
        await back.click()
        rows = me.page.get_by_role("dialog").get_by_role("row")
        await expect(rows.nth(3)).to_be_visible()  # a head, and three tricks at least
        table = await rows.all_inner_texts()
        assert table[1].split()[0] == str(len(table) - 1)  # the latest first
        await me.page.keyboard.press("Escape")
        await me.page.reload()
        await me.todo()

    # keys
    for key, tells in {
        "1": "En main, ",
        "2": "de la main|Le pli est vide",
        "3": "Carte décret : .* Atout : ",
        "4": "Vous : .*score : .* Robot\\s1 : ",
        "5": "À vous|Renard|Bûcheron|Monarque",
    }.items():
        await me.page.keyboard.press(key)
        assert re.search(tells, (await said(me))[-1]), (key, await said(me))
    await me.page.keyboard.press("0")
    await expect(me.hand.locator(":focus")).to_have_count(1)
    await me.page.keyboard.press("?")
    await expect(me.page.get_by_role("dialog", name="Au clavier")).to_be_visible()
    await me.page.get_by_role("switch").uncheck()
    await me.page.keyboard.press("Escape")
    before = await said(me)
    await me.page.keyboard.press("1")
    assert await said(me) == before
    assert me.complaints == []


async def test_without_the_memory_aid_the_past_is_not_told(browser: Browser, house: str) -> None:
    """Of finished tricks the page tells who won; after a reload not even in what is said aloud."""
    me = await visit(browser, house, "fr", size=(1280, 800))
    await me.new_table("bot", 21, name="Alix")
    for _ in range(4):
        await me.todo()
        await me.decide()
    await me.todo()
    await expect(me.page.get_by_role("button", name="Revoir les plis")).to_have_count(0)
    story = (
        await me.page.get_by_role("region", name="L’histoire de la manche").get_by_role("listitem").all_inner_texts()
    )
    won = [i for i, line in enumerate(story) if line.startswith("Pli ")]
    assert len(won) >= 2
    assert not any("joue" in line for line in story[1 : won[-2]])
    assert sum("joue" in line for line in await said(me)) <= 4
    await me.page.reload()
    await me.todo()
    assert not any("joue" in line for line in await said(me))
    assert me.complaints == []


async def flick(player: Player, card: str) -> None:
    """A finger goes up from a card."""
    box = await player.card(card).bounding_box()
    assert box
    x, y = box["x"] + 12, box["y"] + 12
    session = await player.page.context.new_cdp_session(player.page)
    touches = [("touchStart", y), *(("touchMove", y - step) for step in (20, 40, 60, 80))]
    for kind, at in touches:
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await session.detach()


async def plain_turn(player: Player) -> str:
    """Play on until a card is to be played; one that asks for nothing more."""
    while True:
        if await player.todo() == "continue":
            await player.button("continue").click()
            continue
        names = await player.playable.evaluate_all("all => all.map(card => card.dataset.card)")
        plain = [name for name in names if name[1:] not in ("3", "5")]
        if plain and not await player.page.get_by_role("button", name=re.compile("^(Garder|Glisser)")).count():
            return str(plain[0])
        await player.decide()


async def test_one_tap_and_what_is_done_by_mistake(browser: Browser, house: str) -> None:
    me = await visit(browser, house, "fr", size=(360, 560))
    corner = {"x": 12.0, "y": 12.0}
    await me.new_table("bot", 99, name="Alix")

    # a double click plays that card, and no other
    card = await plain_turn(me)
    before = await me.cards.count()
    await me.card(card).dblclick(position=corner)
    await expect(me.card(card)).to_have_count(0)
    assert await me.cards.count() == before - 1
    # so does a flick
    card = await plain_turn(me)
    await flick(me, card)
    await expect(me.card(card)).to_have_count(0)

    # giving up is asked about twice, and nothing but the last answer does it
    turn = await plain_turn(me)
    for ways in (("Abandonner", "Continuer à jouer"), ("Abandonner", "Abandonner…", "Continuer à jouer")):
        await me.page.get_by_role("button", name="Menu de la table").click()
        for way in ways:
            await me.page.get_by_role("button", name=re.compile(f"^{way}")).first.click()
        await expect(me.page.get_by_role("dialog")).to_have_count(0)
    await me.page.get_by_role("button", name="Menu de la table").click()
    await me.page.get_by_role("button", name=re.compile("^Abandonner")).click()
    await me.page.get_by_role("button", name="Abandonner…").dblclick()  # the second click meets the way back
    await expect(me.page.get_by_role("button", name="Oui, j’abandonne").or_(me.card(turn)).first).to_be_visible()
    assert await me.over.count() == 0
    await me.page.keyboard.press("Escape")
    # the back button leaves a game as it is
    await me.page.go_back()
    await me.page.get_by_role("heading", level=1).first.wait_for()
    await me.page.go_forward()
    await expect(me.card(turn)).to_be_visible()

    # one tap: it hangs, and can be taken back; then it goes by itself
    await me.page.goto("/settings")
    await me.page.get_by_role("switch", name=re.compile("^Jouer d’un seul geste")).check()
    await me.page.go_back()
    card = await plain_turn(me)
    await me.card(card).click(position=corner)
    take_back = me.page.get_by_role("button", name="Reprendre", exact=True)
    await take_back.click()
    await expect(take_back).to_have_count(0)
    assert await me.card(card).count() == 1
    await expect(me.card(card)).to_have_attribute("aria-pressed", "false")
    await me.card(card).click(position=corner)
    await me.page.keyboard.press("Escape")
    await expect(take_back).to_have_count(0)
    assert await me.card(card).count() == 1
    before = await me.cards.count()
    await me.card(card).dblclick(position=corner)  # two quick taps are one
    await expect(me.card(card)).to_have_count(0)
    assert await me.cards.count() == before - 1
    assert me.complaints == []
