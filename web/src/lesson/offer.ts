/** To whom a game's lesson is offered: to those who have not done it, nor said no, nor gone to play without it. */
import { progressIn } from './progress'

const DECLINED = 'renardiere.lesson.declined'

function declined(): string[] {
  try {
    return (localStorage.getItem(DECLINED) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

export function isOffered(game: string): boolean {
  return !declined().includes(game) && progressIn(game)?.at !== null
}

export function decline(game: string): void {
  try {
    localStorage.setItem(DECLINED, [...new Set([...declined(), game])].join(' '))
  } catch {
    // it will be offered again
  }
}
