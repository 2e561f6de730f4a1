/** How far one has come in a game's lesson; this browser keeps it. */
export interface Progress {
  /** The step to go on with; null: the end. */
  at: string | null
  done: string[]
}

const key = (game: string) => `renardiere.lesson.${game}`

/** null: it was never begun. */
export function progressIn(game: string): Progress | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? 'null') as Partial<Progress> | null
    if (!kept || !Array.isArray(kept.done)) return null
    return { at: typeof kept.at === 'string' ? kept.at : null, done: kept.done.map(String) }
  } catch {
    return null
  }
}

export function keepProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(progress))
  } catch {
    // a full or forbidden store: the lesson works all the same, it only begins at its beginning
  }
}
