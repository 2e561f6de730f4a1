/** The steps of the lesson: what is said before each position, and of what came of it. */
import { m } from '$lib/paraglide/messages'
import type { Step } from '../../../lesson/lesson'

/** What the table shows beside the trick and the hand; it grows as one learns. */
export type Shows = 'trick' | 'trump' | 'scores' | 'bands' | 'all'

export const STEPS: readonly (Step & { shows: Shows })[] = [
  {
    id: 'lead',
    picture: 'emblem-3',
    shows: 'trick',
    title: m.lesson_lead_title,
    text: m.lesson_lead,
    says: { won: m.lesson_lead_won, lost: m.lesson_lead_lost },
  },
  {
    id: 'follow',
    picture: 'emblem-3',
    shows: 'trick',
    title: m.lesson_follow_title,
    text: m.lesson_follow,
    says: { won: m.lesson_follow_won, lost: m.lesson_follow_lost },
  },
  {
    id: 'trump',
    picture: 'emblem-3',
    shows: 'trump',
    title: m.lesson_trump_title,
    text: m.lesson_trump,
    says: { won: m.lesson_trump_won, lost: m.lesson_trump_lost },
  },
  {
    id: 'swan',
    picture: 'emblem-1',
    shows: 'trump',
    title: m.lesson_swan_title,
    text: m.lesson_swan,
    says: { leads: m.lesson_swan_leads, won: m.lesson_swan_won },
  },
  {
    id: 'fox',
    picture: 'emblem-3',
    shows: 'trump',
    title: m.lesson_fox_title,
    text: m.lesson_fox,
    says: { won: m.lesson_fox_won, kept: m.lesson_fox_kept, lost: m.lesson_fox_lost },
  },
  {
    id: 'woodcutter',
    picture: 'emblem-5',
    shows: 'trump',
    title: m.lesson_woodcutter_title,
    text: m.lesson_woodcutter,
    says: { buried: m.lesson_woodcutter_buried },
  },
  {
    id: 'treasure',
    picture: 'emblem-7',
    shows: 'scores',
    title: m.lesson_treasure_title,
    text: m.lesson_treasure,
    says: { won: m.lesson_treasure_won, lost: m.lesson_treasure_lost },
  },
  {
    id: 'witch',
    picture: 'emblem-9',
    shows: 'trump',
    title: m.lesson_witch_title,
    text: m.lesson_witch,
    says: { won: m.lesson_witch_won, lost: m.lesson_witch_lost },
  },
  {
    id: 'monarch',
    picture: 'emblem-11',
    shows: 'trump',
    title: m.lesson_monarch_title,
    text: m.lesson_monarch,
    says: { forced: m.lesson_monarch_forced, other: m.lesson_monarch_other },
  },
  {
    id: 'answer',
    picture: 'emblem-11',
    shows: 'trump',
    title: m.lesson_answer_title,
    text: m.lesson_answer,
    says: { swan: m.lesson_answer_swan, highest: m.lesson_answer_highest },
  },
  {
    id: 'greed',
    picture: 'emblem-3',
    shows: 'bands',
    title: m.lesson_greed_title,
    text: m.lesson_greed,
    says: { victorious: m.lesson_greed_victorious, greedy: m.lesson_greed_greedy },
  },
  {
    id: 'humble',
    picture: 'emblem-3',
    shows: 'bands',
    title: m.lesson_humble_title,
    text: m.lesson_humble,
    says: { humble: m.lesson_humble_humble, defeated: m.lesson_humble_defeated },
  },
  {
    id: 'free',
    picture: 'emblem-3',
    shows: 'all',
    free: true,
    title: m.lesson_free_title,
    text: m.lesson_free,
    says: { victorious: m.lesson_free_ahead, defeated: m.lesson_free_behind },
  },
]
