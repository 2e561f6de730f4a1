/** What a new table of Fennecs is to be like. */
export interface FennecsWish {
  players: number
  variant: 'base' | 'sahara' | 'sandfox'
  /** How many of the others are bots, where not all are. */
  bots: number
  /** On one device: what the others are called. */
  names: string[]
}
