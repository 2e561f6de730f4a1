/** Copies a text; false if that was not possible. Without a secure context there is no clipboard: the old way then. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement
    const field = document.createElement('textarea')
    field.className = 'unseen'
    field.value = text
    // beside what has the focus: while a dialog is open, the rest of the page cannot be selected
    ;(focused?.parentElement ?? document.body).append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return done
  }
}
