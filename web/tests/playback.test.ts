import { beforeEach, expect, test, vi } from 'vitest'
import { Playback } from '../src/lib/playback'

/** Views are the letters so far; `|` is a stop, `.` a trick that rests in sight. */
let shown: string[]
let playback: Playback<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  playback = new Playback<string, string>(
    {
      step: (view, event) => view + event,
      duration: () => 100,
      rest: (view) => (view.endsWith('.') ? 1000 : 0),
      stops: (event) => event === '|',
    },
    (view) => shown.push(view),
    () => Date.now(),
  )
  playback.reset('>')
  shown = []
})

test('shows one event at a time, and the server’s word at the end', () => {
  playback.push(['a', 'b', 'c'], 'END')
  expect(shown).toEqual(['>a'])
  vi.advanceTimersByTime(99)
  expect(shown).toEqual(['>a'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['>a', '>ab'])
  vi.advanceTimersByTime(100)
  expect(shown).toEqual(['>a', '>ab', 'END'])
  expect(playback.idle).toBe(true)
})

test('a finished trick rests in sight, also when the next card comes much later in another message', () => {
  playback.push(['a', '.'], '>a.')
  vi.advanceTimersByTime(500)
  playback.push(['b'], '>a.b')
  vi.advanceTimersByTime(599)
  expect(shown.at(-1)).toBe('>a.')
  vi.advanceTimersByTime(1)
  expect(shown.at(-1)).toBe('>a.b')
})

test('touching the table skips to now', () => {
  playback.push(['a', '.', 'b', 'c'], 'END')
  playback.skip()
  expect(shown.at(-1)).toBe('END')
  playback.push(['d'], 'MORE')
  expect(shown.at(-1)).toBe('MORE')
})

test('while nobody looks, what happens waits to be seen', () => {
  playback.push(['a', '.'], '>a.')
  playback.hold()
  playback.push(['b', 'c'], 'END')
  vi.advanceTimersByTime(60_000)
  expect(shown).toEqual(['>a'])
  expect(playback.idle).toBe(false)
  playback.release()
  expect(shown).toEqual(['>a', '>a.'])
  vi.advanceTimersByTime(999)
  expect(shown.at(-1)).toBe('>a.')
  vi.advanceTimersByTime(1)
  expect(shown.at(-1)).toBe('>a.b')
})

test('a stop waits for its reader, whatever happens meanwhile', () => {
  playback.push(['a', '|', 'b'], 'B')
  vi.advanceTimersByTime(10_000)
  expect(shown.at(-1)).toBe('>a|')
  playback.push(['c'], 'C')
  playback.skip()
  expect(shown.at(-1)).toBe('>a|')
  expect(playback.idle).toBe(false)
  playback.resume()
  vi.advanceTimersByTime(1000)
  expect(shown.at(-1)).toBe('C')
})

test('a fresh view forgets what was still to be shown', () => {
  playback.push(['a', 'b'], 'B')
  playback.reset('NEW')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['>a', 'NEW'])
})
