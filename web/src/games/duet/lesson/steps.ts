/** The steps of Duo's lesson: what is said before each position, and of what came of it. */
import { m } from '$lib/paraglide/messages'
import type { Step } from '../../../lesson/lesson'

export const STEPS: readonly Step[] = [
  {
    id: 'follow',
    picture: 'duet-3',
    title: m.lesson_duet_follow_title,
    text: m.lesson_duet_follow,
    says: { won: m.lesson_duet_follow_won, lost: m.lesson_duet_follow_lost },
  },
  {
    id: 'paws',
    picture: 'paw',
    title: m.lesson_duet_paws_title,
    text: m.lesson_duet_paws,
    says: { gem: m.lesson_duet_paws_gem, none: m.lesson_duet_paws_none },
  },
  {
    id: 'lose',
    picture: 'team-token',
    title: m.lesson_duet_lose_title,
    text: m.lesson_duet_lose,
    says: { gem: m.lesson_duet_lose_gem, none: m.lesson_duet_lose_none },
  },
  {
    id: 'trump',
    picture: 'duet-3',
    title: m.lesson_duet_trump_title,
    text: m.lesson_duet_trump,
    says: { gem: m.lesson_duet_trump_gem, none: m.lesson_duet_trump_none },
  },
  {
    id: 'edges',
    picture: 'forest-token',
    title: m.lesson_duet_edges_title,
    text: m.lesson_duet_edges,
    says: { stays: m.lesson_duet_edges_stays, left: m.lesson_duet_edges_left },
  },
  {
    id: 'musician',
    picture: 'duet-1',
    title: m.lesson_duet_musician_title,
    text: m.lesson_duet_musician,
    says: {
      gem: m.lesson_duet_musician_gem,
      elsewhere: m.lesson_duet_musician_elsewhere,
      none: m.lesson_duet_musician_none,
    },
  },
  {
    id: 'foxes',
    picture: 'duet-3',
    title: m.lesson_duet_foxes_title,
    text: m.lesson_duet_foxes,
    says: {
      gem: m.lesson_duet_foxes_gem,
      kept: m.lesson_duet_foxes_kept,
      asked: m.lesson_duet_foxes_asked,
      none: m.lesson_duet_foxes_none,
    },
  },
  {
    id: 'gazelle',
    picture: 'duet-5',
    title: m.lesson_duet_gazelle_title,
    text: m.lesson_duet_gazelle,
    says: {
      gem: m.lesson_duet_gazelle_gem,
      elsewhere: m.lesson_duet_gazelle_elsewhere,
      none: m.lesson_duet_gazelle_none,
    },
  },
  {
    id: 'gift',
    picture: 'duet-7',
    title: m.lesson_duet_gift_title,
    text: m.lesson_duet_gift,
    says: { gem: m.lesson_duet_gift_gem, none: m.lesson_duet_gift_none },
  },
  {
    id: 'heir',
    picture: 'duet-9',
    title: m.lesson_duet_heir_title,
    text: m.lesson_duet_heir,
    says: { gem: m.lesson_duet_heir_gem, none: m.lesson_duet_heir_none },
  },
  {
    id: 'forest',
    picture: 'forest-token',
    title: m.lesson_duet_forest_title,
    text: m.lesson_duet_forest,
    says: { far: m.lesson_duet_forest_far, near: m.lesson_duet_forest_near },
  },
  {
    id: 'free',
    picture: 'gem',
    free: true,
    title: m.lesson_duet_free_title,
    text: m.lesson_duet_free,
    says: { won: m.lesson_duet_free_won, lost: m.lesson_duet_free_lost },
  },
]
