/** The steps of Fennecs' lesson: what is said before each position, and of what came of it. */
import { m } from '$lib/paraglide/messages'
import type { Step } from '../../../lesson/lesson'

export const STEPS: readonly Step[] = [
  {
    id: 'up',
    picture: 'fennec',
    title: m.lesson_fennecs_up_title,
    text: m.lesson_fennecs_up,
    says: { up: m.lesson_fennecs_up_up, down: m.lesson_fennecs_up_down },
  },
  {
    id: 'down',
    picture: 'fennecs-flip',
    title: m.lesson_fennecs_down_title,
    text: m.lesson_fennecs_down,
    says: { up: m.lesson_fennecs_down_up, down: m.lesson_fennecs_down_down },
  },
  {
    id: 'take',
    picture: 'fennecs-star',
    title: m.lesson_fennecs_take_title,
    text: m.lesson_fennecs_take,
    says: { best: m.lesson_fennecs_take_best, less: m.lesson_fennecs_take_less },
  },
  {
    id: 'above',
    picture: 'fennecs-star',
    title: m.lesson_fennecs_above_title,
    text: m.lesson_fennecs_above,
    says: { best: m.lesson_fennecs_above_best, lost: m.lesson_fennecs_above_lost },
  },
  {
    id: 'hidden',
    picture: 'fennecs-eyes',
    title: m.lesson_fennecs_hidden_title,
    text: m.lesson_fennecs_hidden,
    says: { best: m.lesson_fennecs_hidden_best, lost: m.lesson_fennecs_hidden_lost },
  },
  {
    id: 'six',
    picture: 'fennecs-star',
    title: m.lesson_fennecs_six_title,
    text: m.lesson_fennecs_six,
    says: { six: m.lesson_fennecs_six_six, five: m.lesson_fennecs_six_five },
  },
  {
    id: 'plus',
    picture: 'fennec',
    title: m.lesson_fennecs_plus_title,
    text: m.lesson_fennecs_plus,
    says: {
      six: m.lesson_fennecs_plus_six,
      nothing: m.lesson_fennecs_plus_nothing,
      other: m.lesson_fennecs_plus_other,
    },
  },
  {
    id: 'fives',
    picture: 'fennecs-five',
    title: m.lesson_fennecs_fives_title,
    text: m.lesson_fennecs_fives,
    says: {
      six: m.lesson_fennecs_fives_six,
      two: m.lesson_fennecs_fives_two,
      other: m.lesson_fennecs_fives_other,
    },
  },
  {
    id: 'nova',
    picture: 'fennecs-nova',
    title: m.lesson_fennecs_nova_title,
    text: m.lesson_fennecs_nova,
    says: {
      destroyed: m.lesson_fennecs_nova_destroyed,
      missed: m.lesson_fennecs_nova_missed,
      yours: m.lesson_fennecs_nova_yours,
      other: m.lesson_fennecs_nova_other,
    },
  },
  {
    id: 'seven',
    picture: 'fennec',
    title: m.lesson_fennecs_seven_title,
    text: m.lesson_fennecs_seven,
    says: { seven: m.lesson_fennecs_seven_seven, lost: m.lesson_fennecs_seven_lost },
  },
  {
    id: 'free',
    picture: 'fennec',
    free: true,
    title: m.lesson_fennecs_free_title,
    text: m.lesson_fennecs_free,
    says: {
      ahead: m.lesson_fennecs_free_ahead,
      even: m.lesson_fennecs_free_even,
      behind: m.lesson_fennecs_free_behind,
    },
  },
]
