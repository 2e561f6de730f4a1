/* What sticks out of the box that is drawn around it, is cut, lies on something else, or scrolls sideways: each as a
   sentence. Of a sheet that is open, what is in it; else the page. */
() => {
  const SLACK = 1.5
  const CONTROLS = 'a, button, select, textarea, summary, input:not(.whole), label:has(input.whole)'
  /* Cards lie on each other; what is stuck on the edge of something may stand over it. */
  const HEAPS = '[data-card], .card, .badge'
  const STUCK = '.count, .known, .mark, .badge'
  const sheets = document.querySelectorAll('dialog[open]')
  const root = sheets[sheets.length - 1] ?? document.body
  const found = new Set()

  const name = (element) => {
    const classes = [...element.classList].filter((it) => !/^s(velte)?-\w+$/.test(it)).join('.')
    const words = (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim().slice(0, 40)
    return element.localName + (classes && '.' + classes) + (words && ` “${words}”`)
  }
  const px = (number) => `${Math.round(number * 10) / 10} px`
  const seen = (colour) => !/^(transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(colour)
  const isBox = (element, style) =>
    element.matches('button, .button, dialog') ||
    (style.display !== 'inline' &&
      (seen(style.backgroundColor) ||
        ['Top', 'Right', 'Bottom', 'Left'].every(
          (side) => parseFloat(style[`border${side}Width`]) > 0 && seen(style[`border${side}Color`]),
        )))

  const window_ = { left: 0, right: document.documentElement.clientWidth, top: -Infinity, bottom: Infinity }
  const all = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
  const both = (one, other) => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const empty = ({ left, right, top, bottom }) => right - left < 1 || bottom - top < 1
  const beyond = (inner, outer) => {
    const most = [
      ['left', outer.left - inner.left],
      ['right', inner.right - outer.right],
      ['top', outer.top - inner.top],
      ['bottom', inner.bottom - outer.bottom],
    ].sort(([, one], [, other]) => other - one)[0]
    return most[1] > SLACK ? `${px(most[1])} ${most[0]}` : ''
  }

  const controls = []
  const texts = []
  const papers = []

  /* `box` is drawn around, `view` is what scrolling and clipping leave of it, `shown` the part where text is not cut. */
  const leaf = (what, rect, { box, view, shown }, isText) => {
    const visible = both(rect, view)
    if (empty(visible)) return
    const out = beyond(visible, box.rect)
    if (out) found.add(`${what} sticks out of ${box.name}: ${out}`)
    if (isText) {
      const cut = beyond(visible, shown)
      if (cut) found.add(`${what} is cut: ${cut}`)
    }
  }

  const walk = (element, around) => {
    if (element.matches('.backdrop, .unseen, option, template, script, style')) return
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const style = getComputedStyle(element)
    if (style.clipPath === 'inset(50%)') return
    let { box, view, shown, floats, heap } = around
    const rect = element.getBoundingClientRect()
    /* what lies on the page for a while, or stays while it scrolls */
    const above = style.position === 'absolute' && Number(style.zIndex) > 1
    floats ||= above || style.position === 'fixed' || style.position === 'sticky'
    if (above || (element.matches(STUCK) && style.position === 'absolute')) box = first
    heap ||= element.matches(HEAPS)
    if (above || style.position === 'fixed') [view, shown] = [all, all]

    const svg = element instanceof SVGSVGElement
    if (svg || element.matches('img, canvas, input, select, textarea'))
      leaf(name(element), rect, { box, view: both(view, shown), shown }, false)
    if (element.matches(CONTROLS) && !element.closest('[inert]')) {
      const part = both(both(rect, view), shown)
      if (!empty(part)) controls.push({ element, part, floats, heap })
    }
    if (svg) return
    if (element !== root && isBox(element, style)) {
      leaf(name(element), rect, { box, view: both(view, shown), shown }, false)
      box = { rect, name: name(element) }
      if (element.matches('.paper')) papers.push({ element, part: both(rect, view), floats })
    }
    const [x, y] = [style.overflowX, style.overflowY]
    if (/auto|scroll/.test(x) && element.scrollWidth > element.clientWidth + 1)
      found.add(`${name(element)} scrolls sideways: ${px(element.scrollWidth - element.clientWidth)}`)
    const sides = { ...(x === 'visible' ? {} : { left: rect.left, right: rect.right }) }
    const ends = { ...(y === 'visible' ? {} : { top: rect.top, bottom: rect.bottom }) }
    if (element !== document.body) {
      if (/auto|scroll/.test(y)) view = both(view, { ...all, ...ends })
      else shown = both(shown, { ...all, ...ends })
      if (/auto|scroll/.test(x)) view = both(view, { ...all, ...sides })
      else shown = both(shown, { ...all, ...sides })
    }
    for (const node of element.childNodes) {
      if (node instanceof Element) walk(node, { box, view, shown, floats, heap })
      else if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const { left, right, top, bottom } of range.getClientRects()) {
          /* the letters themselves, not what their font keeps free above and below */
          const spare = Math.max(0, (bottom - top - parseFloat(style.fontSize)) / 2)
          const line = { left, right, top: top + spare, bottom: bottom - spare }
          const what = `“${node.data.trim().slice(0, 40)}” (${name(element).split(' ')[0]})`
          leaf(what, line, { box, view, shown }, true)
          const part = both(both(line, view), shown)
          if (!empty(part)) texts.push({ element, what, part, floats, heap })
        }
      }
    }
  }

  const clash = (list, say, firsts = list.length) => {
    for (const [index, one] of list.slice(0, firsts).entries())
      for (const other of list.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        if (one.floats !== other.floats || (one.heap && other.heap)) continue
        const { left, right, top, bottom } = both(one.part, other.part)
        if (right - left > SLACK && bottom - top > SLACK)
          found.add(say(one, other, `${px(right - left)} × ${px(bottom - top)}`))
      }
  }

  const sheet = root !== document.body
  const outer = sheet ? { left: 0, right: innerWidth, top: 0, bottom: innerHeight } : window_
  if (sheet) {
    const out = beyond(root.getBoundingClientRect(), outer)
    if (out) found.add(`${name(root)} sticks out of the window: ${out}`)
  }
  const first = sheet ? { rect: root.getBoundingClientRect(), name: 'the sheet' } : { rect: window_, name: 'the window' }
  walk(root, { box: first, view: all, shown: all, floats: false, heap: false })
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${px(scrollWidth - innerWidth)}`)
  clash(controls, (one, other, by) => `${name(one.element)} lies on ${name(other.element)}: ${by}`)
  clash(texts, (one, other, by) => `${one.what} lies on ${other.what}: ${by}`)
  for (const text of texts)
    clash([text, ...controls], (one, other, by) => `${text.what} lies on ${name(other.element)}: ${by}`, 1)
  clash(papers, (one, other, by) => `${name(one.element)} lies on ${name(other.element)}: ${by}`)
  return [...found]
}
