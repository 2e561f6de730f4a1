/** Small things that this browser keeps by table; only the latest tables are remembered. */
const TABLES = 60

export function keptByTable<T>(key: string) {
  const read = (): Record<string, T> => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, T>
    } catch {
      return {}
    }
  }
  return {
    get: (table: string): T | undefined => read()[table],
    empty: (): boolean => Object.keys(read()).length === 0,
    set(table: string, value: T): void {
      const { [table]: _, ...others } = read()
      const entries = [...Object.entries(others), [table, value] as const].slice(-TABLES)
      try {
        localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)))
      } catch {
        // a full or forbidden store: what it was for is then not possible, the game is
      }
    },
  }
}
