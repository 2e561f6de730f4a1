/** A button that is held by key as it is by finger, for as long as it has the focus: a key that repeats holds on. */
export function heldByKey(hold: () => void, letGo: () => void) {
  const presses = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '
  return {
    onkeydown(event: KeyboardEvent) {
      if (!presses(event)) return
      event.preventDefault()
      if (!event.repeat) hold()
    },
    onkeyup(event: KeyboardEvent) {
      if (presses(event)) letGo()
    },
    onblur: letGo,
    // a finger that stays asks for no menu
    oncontextmenu: (event: Event) => event.preventDefault(),
  }
}
