/* Generated from the server’s messages by `npm run types`. Do not edit. */

export type FromClient = Watch | Unwatch | Act | Reach | Practise | Look | Ping
export type FromServer =
  Welcome | Table | Sync | Update | Done | Refused | Hand | Practice | Lit | Talk | Pong | Bye
export type AnyView = ForestView | DuetView | FennecsView | MaitreView
export type AnyEvent = ForestEvent | DuetEvent | FennecsEvent | MaitreEvent
export type ForestEvent =
  | ForestDealt
  | ForestPlayed
  | ForestExchanged
  | ForestKept
  | ForestDrew
  | ForestBuried
  | ForestTrickWon
  | ForestRoundEnded
  | ForestGameEnded
export type DuetEvent =
  | DuetDealt
  | DuetPlayed
  | DuetChose
  | DuetExchanged
  | DuetKept
  | DuetGave
  | DuetSwapped
  | DuetTrickWon
  | DuetMoved
  | DuetLeftPath
  | DuetRoundEnded
  | DuetGrown
  | DuetPlaced
  | DuetGameEnded
export type FennecsEvent =
  | FennecsDealt
  | FennecsPlaced
  | FennecsHid
  | FennecsTaken
  | FennecsChose
  | FennecsScored
  | FennecsRoundEnded
  | FennecsGameEnded
export type MaitreEvent =
  MaitreDealt | MaitreSacked | MaitreStopped | MaitreStole | MaitreCounted | MaitreGameEnded
export type Hint = ForestHint | DuetHint | FennecsHint

/** Every message between a client and a Renardière server. */
export interface Protocol {
  AskHint?: AskHint
  AtSeat?: AtSeat
  Back?: Back
  Choose?: Choose
  Daily?: Daily
  Forget?: Forget
  FromClient?: FromClient
  FromServer?: FromServer
  GiveUp?: GiveUp
  GivenRecord?: GivenRecord
  Hint?: Hint
  HouseInfo?: HouseInfo
  Legal?: Legal
  Me?: Me
  Mute?: Mute
  NewTable?: NewTable
  OpenTable?: OpenTable
  Past?: Past
  PlayDaily?: PlayDaily
  Problem?: Problem
  Qr?: Qr
  Ready?: Ready
  Rematch?: Rematch
  Replay?: Replay
  Report?: Report
  Resume?: Resume
  ResumeLink?: ResumeLink
  Said?: Said
  Say?: Say
  SeatBot?: SeatBot
  SetMe?: SetMe
  Sit?: Sit
  Suggest?: Suggest
  TableCard?: TableCard
  TableInfo?: TableInfo
  Words?: Words
}
/** What had ``seat``, one's own, better do to answer ``decision``? */
export interface AskHint {
  seat: number
  decision: number
}
/** Something done at, or about, a seat. */
export interface AtSeat {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
}
/** ``decision`` is the one that is open now, so that a double click takes back once. */
export interface Back {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  decision: number
}
/** ``seat``, one's own, chooses what is to be done about the absent seat ``about``. */
export interface Choose {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
  about: number
  choice: 'bot' | 'end' | 'wait'
}
/** The deal of the day of a game, and when (in seconds since 1970) there is another. */
export interface Daily {
  today: Day
  yesterday: Day
  until: number
  game?: 'duet' | 'forest'
}
/**
 * A day's deals, as the caller may know them. ``table`` is their first try; ``own`` its scores, theirs first, if it
 * ended in time; of a team the one that all have, 0 if they lost. ``house``, the scores of a bot in their seat, and
 * ``others`` are told once one has played, or the day is closed; ``secret`` once it is closed. ``played``: how many
 * first tries ended in time.
 */
export interface Day {
  day: string
  commit: string
  secret: string | null
  table: string | null
  state: 'new' | 'over' | 'playing'
  own: number[] | null
  house: number[] | null
  played: number
  others: DayOthers | null
}
/**
 * How many first tries were lost by far (6 points or more), lost, drawn, won, won by far, one's own among them;
 * of duet: were lost, won with less than 25 points, less than 30, less than 40, more. How many others did ``better``,
 * the ``same``, ``worse`` than the caller.
 */
export interface DayOthers {
  spread: number[]
  better?: number
  same?: number
  worse?: number
}
/** ``sure`` has to be true: there is no way back. */
export interface Forget {
  sure: true
}
/**
 * Follow a table: as ``seat`` (which must be the caller's), or as a spectator. On a table where the caller owns
 * several seats, watching one ends watching the other on this connection: a screen never holds two hands.
 *
 * ``epoch`` and ``after`` (the last number seen) ask for what was missed; it comes if it is still at hand.
 */
export interface Watch {
  is: 'watch'
  /** A table; knowing it is the invitation. */
  table: string
  seat?: number | null
  epoch?: string | null
  after?: number | null
}
export interface Unwatch {
  is: 'unwatch'
  /** A table; knowing it is the invitation. */
  table: string
  seat?: number | null
}
/** Do ``action`` (a token of the notation) at ``seat``, answering ``decision``. */
export interface Act {
  is: 'act'
  /** A table; knowing it is the invitation. */
  table: string
  seat: number
  decision: number
  action: string
  /** Chosen by the client; repeating it is harmless. */
  request: string
}
/**
 * Search with the hand of ``seat``, which this connection watches: from now on the connection's binary messages are
 * what that hand does, and what it feels. A connection has one hand, and a hand one connection, the newest; ``on`` is
 * false: it is let go.
 */
export interface Reach {
  is: 'reach'
  /** A table; knowing it is the invitation. */
  table: string
  seat: number
  on?: boolean
}
/**
 * Search alone, at no table: from now on the connection's binary messages are those of a hand in a box of its own,
 * with so many ``tokens``, in place of any hand that it had. Without ``tokens`` that ends.
 */
export interface Practise {
  is: 'practise'
  tokens?: (12 | 24) | null
}
/** Light the box in which this connection practises, for a moment: the answer is ``lit``. */
export interface Look {
  is: 'look'
}
/**
 * Are you there? The answer is a ``pong``; with ``where`` it says where everything stands that this connection
 * follows, so that a client notices what it has missed.
 */
export interface Ping {
  is: 'ping'
  n: number
  where?: boolean
}
/** The first message. ``epoch`` changes when numbers of streams can no longer be compared. */
export interface Welcome {
  is: 'welcome'
  epoch: string
  version: string
}
/**
 * The table's public state: sent after ``watch`` and whenever it changes. ``news`` counts these changes, from when
 * the house last began to look after the table.
 */
export interface Table {
  is: 'table'
  info: TableInfo
  news: number
}
/**
 * A table as the caller may see it.
 *
 * ``host``: the seat of whoever may free seats before the start. ``counted``: nothing was taken back. ``talk``: how
 * one may talk. ``before`` and ``next``: the tables of the game before and of the rematch. ``memory``: the tricks of a
 * round may be looked at again. ``hints``: whoever plays here may ask for one.
 * ``dealer``: who deals first; null: it is drawn. ``quiet``: a round is under way in which those who play do not talk.
 * ``ready``: by seat, while a deal, or a search, waits for people. ``giving_up``: seats that would give up together.
 * ``suggested``: by seat, what it suggests to the one who is to act between two rounds. ``resignable``: giving up ends
 * the game; where it does not, since others play on for themselves, one leaves, and a bot plays. ``search``: in a game
 * that has one.
 */
export interface TableInfo {
  id: string
  game: string
  rules: string
  options: {
    [k: string]: string
  }
  seats: SeatInfo[]
  state: 'over' | 'playing' | 'waiting'
  to_act: number[]
  scores: number[]
  spectators: number
  shuffle: Shuffle
  host: number | null
  listed: boolean
  watchable: boolean
  clock: ClockInfo | null
  absences: Absence[]
  ended: EndInfo | null
  counted: boolean
  talk: 'closed' | 'free' | 'phrases' | 'signals'
  before: string | null
  next: string | null
  memory: boolean
  hints: boolean
  daily?: DailyTry | null
  dealer?: number | null
  quiet?: boolean
  ready?: boolean[] | null
  giving_up?: number[]
  suggested?: {
    [k: string]: string
  }
  resignable?: boolean
  search?: SearchInfo | null
}
/**
 * A seat as everybody sees it; ``mine``: the caller's. ``name`` is None for a bot and an empty seat.
 *
 * ``kept``: free, but only for the person of that name. ``present``: their page is open, or was 20 s ago.
 * ``left``: they said so. ``standin``: the level of the bot that plays for them meanwhile.
 */
export interface SeatInfo {
  kind: 'bot' | 'open' | 'person'
  name: string | null
  level: number | null
  mine: boolean
  present: boolean
  kept: boolean
  left: boolean
  standin: number | null
}
/**
 * The verifiable shuffle: the commitment from the start, who contributed what once it is frozen at the first deal
 * (by seat, "" for none), the secret once the game is over. See ``docs/dealing.md``.
 */
export interface Shuffle {
  commit: string
  shares: string[] | null
  secret: string | null
}
/** Seconds for each decision; ``sleeps``: they are not counted while the player sleeps. */
export interface ClockInfo {
  limit: number
  sleeps: boolean
}
/**
 * The game waits for ``seat``, and the others may do something about it: all of them that are here have to choose
 * the same. ``chosen`` is what they chose so far, by seat.
 */
export interface Absence {
  seat: number
  why: 'away' | 'left' | 'time'
  choices: ('bot' | 'end' | 'wait')[]
  chosen: {
    [k: string]: 'bot' | 'end' | 'wait'
  }
}
/**
 * How it ended: by the game's rules (``reason`` is the game's), or because of what ``seat`` did: ``resigned``,
 * ``time``, ``left``, ``away``.
 */
export interface EndInfo {
  winners: number[]
  reason: string
  seat: number | null
}
/** A table of a day's deals. ``counts``: it is its player's first try. */
export interface DailyTry {
  day: string
  counts: boolean
}
/**
 * A search, where the game has one.
 *
 * ``phase``: ``masks``, while it waits until all are ready; ``count``, until it begins; ``dark``, while all search;
 * ``lit`` at any other time. ``begins``: when it begins, or did (seconds since 1970), in ``count`` and ``dark``.
 * ``again``: the last search of this round ended without a stop, and nothing of it counts: all wished so or nobody
 * moved (``anew``), or it could not go on (``broken``). ``film``: one of the last search is there. ``speeds``: of the
 * hands in percent, by seat. ``by_ear``: nobody sees what they feel.
 */
export interface SearchInfo {
  phase: 'count' | 'dark' | 'lit' | 'masks'
  begins: number | null
  again: ('anew' | 'broken') | null
  film: boolean
  speeds: number[]
  by_ear: boolean
}
/**
 * Where a viewer stands: replaces everything. ``number`` counts this viewer's events so far; ``left`` is how many
 * seconds are left for the decision, None without a clock. ``past``: with the memory aid, what this viewer was told
 * since the round was dealt.
 */
export interface Sync {
  is: 'sync'
  table: string
  seat: number | null
  number: number
  decision: number
  view: AnyView
  left: number | null
  past?: AnyEvent[]
}
/**
 * What a viewer sees. ``?`` stands for a card that this viewer may not know.
 *
 * ``phase`` is what the seat to act must do: ``play``, ``exchange`` (Fox), ``bury`` (Woodcutter); ``deal`` or
 * ``over`` when nobody is to act. ``drawn`` is the card just drawn by the viewer's own Woodcutter. ``refused`` says,
 * for each card of the viewer's own hand that may not be played, why. ``treasures`` are this round's, already in
 * ``scores``. ``last_round`` is the count of the last round that ended. Before the first deal ``dealer``, ``leader``,
 * ``decree`` and ``trump`` are None.
 */
export interface ForestView {
  game: 'forest'
  rules: string
  options: string
  round: number
  to_act: number[]
  legal: {
    [k: string]: string[]
  }
  scores: number[]
  finished: boolean
  outcome: Outcome | null
  dealer: number | null
  leader: number | null
  decree: string | null
  trump: string | null
  trick: string[]
  finished_trick: ForestFinished | null
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  treasures: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  hands: [string[], string[]]
  pile: string[]
  phase: 'bury' | 'deal' | 'exchange' | 'over' | 'play'
  drawn: string | null
  refused: {
    [k: string]: ForestRefusal
  }
  last_round: ForestRoundEnded | null
}
/** How a finished game ended: ``winners`` lists several seats for a draw; ``reason`` as in NOTATION. */
export interface Outcome {
  winners: number[]
  reason: string
}
/** The last trick, in sight until the next card is played: its cards in order, who led, who won. */
export interface ForestFinished {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards: [string, string]
  leader: number
  winner: number
}
/** Why a card of one's hand cannot be chosen now; ``reason`` and ``details`` as in ``IllegalAction``. */
export interface ForestRefusal {
  reason: string
  details: {
    [k: string]: string
  }
}
/** The round's count, each by seat: ``tricks`` won, ``points`` for them, ``treasures`` won during it, ``scores``. */
export interface ForestRoundEnded {
  event: 'round'
  round: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  treasures: [number, number]
  /**
   * @minItems 2
   * @maxItems 2
   */
  scores: [number, number]
}
/**
 * What a viewer sees. ``?`` stands for a card that this viewer may not know.
 *
 * ``phase`` is what is to be done: ``play``, ``choose`` a seat and ``exchange`` (Foxes), ``give`` (Gift), ``move`` the
 * token, ``place`` a forest token; ``deal`` or ``over`` when nobody is to act. ``hands``: in the partner's stand first
 * the cards that the viewer gave and that are still there. ``gifts``: the cards chosen for a Gift, by the seat that
 * gives; None while that seat has not chosen. ``trick`` keeps both cards while the winner moves. ``gems`` and
 * ``covered`` are by space. ``refused`` says, for each card of the viewer's own hand that may not be played, why.
 * Before the first deal ``dealer``, ``leader``, ``decree`` and ``trump`` are None; ``score`` and ``count`` are, until
 * the game is won.
 */
export interface DuetView {
  game: 'duet'
  rules: string
  options: string
  round: number
  to_act: number[]
  legal: {
    [k: string]: string[]
  }
  scores: number[]
  finished: boolean
  outcome: Outcome | null
  board: DuetBoard
  dealer: number | null
  leader: number | null
  decree: string | null
  trump: string | null
  trick: string[]
  finished_trick: DuetFinished | null
  tricks_played: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  hands: [string[], string[]]
  deck: string[]
  /**
   * @minItems 2
   * @maxItems 2
   */
  gifts: [string | null, string | null]
  token: number
  gems: number[]
  covered: boolean[]
  forest_tokens: number
  phase: 'choose' | 'deal' | 'exchange' | 'give' | 'move' | 'over' | 'place' | 'play'
  refused: {
    [k: string]: DuetRefusal
  }
  score: number | null
  count: DuetCount | null
}
/**
 * A board. Spaces are numbered from the end of seat 0; ``squares``, ``diamonds`` and ``plus`` count gems by space:
 * at set-up, more of them at level 3, and those that rounds 1 and 2 bring.
 */
export interface DuetBoard {
  name: string
  start: number
  squares: number[]
  diamonds: number[]
  plus: number[]
}
/** The last trick, in sight until the next card is played: its cards in order, who led, who won. */
export interface DuetFinished {
  /**
   * @minItems 2
   * @maxItems 2
   */
  cards: [string, string]
  leader: number
  winner: number
}
/** Why a card of one's hand cannot be chosen now; ``reason`` and ``details`` as in ``IllegalAction``. */
export interface DuetRefusal {
  reason: string
  details: {
    [k: string]: string
  }
}
/** What a win is worth: points of the level, of the cards left in both hands, of an early end, of forest tokens. */
export interface DuetCount {
  level: number
  cards: number
  early: number
  forest_tokens: number
  score: number
}
/**
 * What a viewer sees. ``?`` stands for a card that this viewer may not know.
 *
 * ``phase`` is what is to be done: ``play``, or ``choose`` a total; ``deal`` or ``over`` when nobody is to act.
 * ``columns``: a card that lies face down is written ``4?`` where it is known; None for a column that was taken.
 * ``placed_by``: who placed each of these cards, None for the starting card. ``out``: the seats whose round is over.
 * ``took``: by seat, which column it took, and ``taken`` the cards of that; ``totals``: what they
 * added up to, None where nothing was counted. ``first`` began this round,
 * ``next_first`` would begin the next one if it came now; both are None before the first deal. ``last_round``:
 * somebody held the stars that end the game with this round. ``ended``: why the round is over, and ``stuck`` who
 * could do nothing. ``lap``: how often the turn has come round, from 1.
 */
export interface FennecsView {
  game: 'fennecs'
  rules: string
  options: string
  round: number
  to_act: number[]
  legal: {
    [k: string]: string[]
  }
  scores: number[]
  finished: boolean
  outcome: Outcome | null
  first: number | null
  next_first: number | null
  lap: number
  hands: string[][]
  columns: (string[] | null)[]
  placed_by: ((number | null)[] | null)[]
  stars: number[]
  reserve: number
  out: number[]
  set_aside: string[]
  took: (number | null)[]
  taken: string[][]
  totals: (number | null)[]
  phase: 'choose' | 'deal' | 'over' | 'play'
  last_round: boolean
  ended: ('all' | 'six' | 'stuck') | null
  stuck: number | null
}
/**
 * What a viewer sees: everything, since nothing is hidden once the masks are up.
 *
 * ``phase`` is what is to be known: by seat, its ``sack``; who called the ``stop``; what a snake is to ``steal``;
 * ``deal`` or ``over`` when nobody is to act. ``missions``: of this round; ``kept`` is the one among them that stayed
 * uncovered; ``drawn``: all that this cycle of three rounds has had. ``sacks``: by seat, None until it is known, and
 * with what was stolen in the thief's. ``thieves``: who has a snake that works and has not been used, in their order.
 * ``stolen``: by seat, what its snake stole (``2.cow``, ``-`` for nothing), None where it has not, or could not.
 * ``round_scores`` and ``counts`` are those of the last round that was counted, None before that.
 */
export interface MaitreView {
  game: 'maitre'
  rules: string
  options: string
  round: number
  to_act: number[]
  legal: {
    [k: string]: string[]
  }
  scores: number[]
  finished: boolean
  outcome: Outcome | null
  missions: string[]
  kept: string | null
  drawn: string[]
  ruses_in_play: string[]
  eggs: number[]
  sacks: (string[] | null)[]
  stopped_by: number | null
  thieves: number[]
  stolen: (string | null)[]
  round_scores: number[] | null
  counts: MaitreCount[] | null
  phase: 'deal' | 'over' | 'sack' | 'steal' | 'stop'
}
/**
 * The parts of a seat's score in a round: missions ``found``, loot that counts against it (``wrong``), ``ruses``: 1
 * for a fox, −1 for two ruses or more. The score is never below 0.
 */
export interface MaitreCount {
  found: number
  wrong: number
  ruses: number
  score: number
}
/** A round begins. ``hand`` is the viewer's own (None for a spectator); the non-dealer leads. */
export interface ForestDealt {
  event: 'dealt'
  round: number
  dealer: number
  decree: string
  hand: string[] | null
}
/** A card was led or followed with. */
export interface ForestPlayed {
  event: 'played'
  seat: number
  card: string
}
/** Fox: ``gave`` became the decree, ``took`` went to the hand of ``seat``. */
export interface ForestExchanged {
  event: 'exchanged'
  seat: number
  gave: string
  took: string
}
/** Fox: the decree stays. */
export interface ForestKept {
  event: 'kept'
  seat: number
}
/** Woodcutter: the top card of the pile was drawn; only its owner is told which. */
export interface ForestDrew {
  event: 'drew'
  seat: number
  card: string | null
}
/** Woodcutter: a card went under the pile; only its owner is told which. */
export interface ForestBuried {
  event: 'buried'
  seat: number
  card: string | null
}
/** ``seat`` won the trick (``number``, from 1) and ``treasures`` points for its 7s; ``leads`` leads next. */
export interface ForestTrickWon {
  event: 'trick'
  seat: number
  number: number
  treasures: number
  leads: number
}
/** The game is over. */
export interface ForestGameEnded {
  event: 'end'
  outcome: Outcome
}
/** A round begins. ``hand`` is the viewer's own (None for a spectator); the non-dealer leads. */
export interface DuetDealt {
  event: 'dealt'
  round: number
  dealer: number
  decree: string
  hand: string[] | null
}
/** A card was led or followed with. */
export interface DuetPlayed {
  event: 'played'
  seat: number
  card: string
}
/** Foxes: ``seat`` chose who may exchange the decree card. */
export interface DuetChose {
  event: 'chose'
  seat: number
  chosen: number
}
/** Foxes: ``gave`` became the decree, ``took`` went to the hand of ``seat``. */
export interface DuetExchanged {
  event: 'exchanged'
  seat: number
  gave: string
  took: string
}
/** Foxes: the chosen one keeps the decree. */
export interface DuetKept {
  event: 'kept'
  seat: number
}
/** Gift: ``seat`` has chosen what to give; only itself is told which card. */
export interface DuetGave {
  event: 'gave'
  seat: number
  card: string | null
}
/** Gift: both have chosen, the cards change hands. Each seat is told what it gave and got, a spectator nothing. */
export interface DuetSwapped {
  event: 'swapped'
  gave: string | null
  got: string | null
}
/** ``seat`` won the trick (``number``, from 1), moves the team token, and leads next. */
export interface DuetTrickWon {
  event: 'trick'
  seat: number
  number: number
}
/**
 * The token moved by ``distance`` (signed; + towards the end of seat 1) ``to`` a space; ``gem``: one was collected
 * there.
 */
export interface DuetMoved {
  event: 'moved'
  distance: number
  to: number
  gem: boolean
}
/**
 * The token would have left the path at ``end``. A forest token covers ``space``, ``slid`` gems go from there
 * towards the middle, and the token is back on the start space. Without a forest token (``space`` is None) all is
 * lost.
 */
export interface DuetLeftPath {
  event: 'left'
  distance: number
  end: number
  space: number | null
  slid: number
}
/** A round is over and the game goes on, or its time is up. ``gems`` are those left before any grow. */
export interface DuetRoundEnded {
  event: 'round'
  round: number
  gems: number
}
/** A round's end: a gem more on each of these spaces; one may be there twice. */
export interface DuetGrown {
  event: 'grown'
  spaces: number[]
}
/**
 * A round's end: a forest token covers ``space``, the last one at ``end``; ``slid`` gems go from there towards the
 * middle. ``seat`` chose the end; None: the rules did, since the team token stands on the other one.
 */
export interface DuetPlaced {
  event: 'placed'
  seat: number | null
  end: number
  space: number
  slid: number
}
/** The game is over; ``count`` if it is won. */
export interface DuetGameEnded {
  event: 'end'
  outcome: Outcome
  count: DuetCount | null
}
/**
 * A round begins: ``first`` is to act, ``starts`` lie open, column 0 first. ``hand`` is the viewer's own (None for
 * a spectator).
 */
export interface FennecsDealt {
  event: 'dealt'
  round: number
  first: number
  starts: string[]
  hand: string[] | null
}
/** ``seat`` placed a card face up; ``gained``: a star from the reserve, which was not empty. */
export interface FennecsPlaced {
  event: 'placed'
  seat: number
  column: number
  card: string
  gained: boolean
}
/** ``seat`` placed a card face down, with a star on it; only itself is told which card. */
export interface FennecsHid {
  event: 'hid'
  seat: number
  column: number
  card: string | null
}
/**
 * ``seat`` took a column, whose cards are turned up. ``stars`` lay on those that were face down: they are won,
 * unless a Supernova destroys the column (``destroyed``), which sends them to the reserve.
 */
export interface FennecsTaken {
  event: 'taken'
  seat: number
  column: number
  cards: string[]
  stars: number
  destroyed: boolean
}
/** ``seat`` said how much the 1/5 of its column count. */
export interface FennecsChose {
  event: 'chose'
  seat: number
  total: number
}
/**
 * What a column brought. ``total`` is None where it has no value, of seven cards; ``stars`` are gained, or lost
 * (below 0): those of the total, not those that lay on cards.
 */
export interface FennecsScored {
  event: 'scored'
  seat: number
  total: number | null
  stars: number
}
/**
 * A round is over: everybody has taken a column (``all``), somebody took a 6 (``six``), or ``stuck`` can do
 * nothing. ``returned`` stars lay on cards that nobody took, and are back in the reserve.
 */
export interface FennecsRoundEnded {
  event: 'round'
  round: number
  reason: 'all' | 'six' | 'stuck'
  stuck: number | null
  returned: number
}
/** The game is over. */
export interface FennecsGameEnded {
  event: 'end'
  outcome: Outcome
}
/** A round begins, with these missions; ``kept``: the one of the round before that was not covered. */
export interface MaitreDealt {
  event: 'dealt'
  round: number
  missions: string[]
  kept: string | null
}
/** What the sack of ``seat`` held at the stop. */
export interface MaitreSacked {
  event: 'sacked'
  seat: number
  tokens: string[]
}
/** ``seat`` called the stop. */
export interface MaitreStopped {
  event: 'stopped'
  seat: number
}
/** The snake of ``seat`` stole a token of loot, or nothing (both None). */
export interface MaitreStole {
  event: 'stole'
  seat: number
  victim: number | null
  token: string | null
}
/** A round is over: by seat, its count and the eggs that it leads to. */
export interface MaitreCounted {
  event: 'round'
  round: number
  counts: MaitreCount[]
  eggs: number[]
}
/** The game is over. */
export interface MaitreGameEnded {
  event: 'end'
  outcome: Outcome
}
/**
 * What happened, for one viewer: ``events`` are numbers ``number − len(events) + 1 … number`` of its stream, gap
 * free; ``view`` is where that leads.
 */
export interface Update {
  is: 'update'
  table: string
  seat: number | null
  number: number
  decision: number
  events: AnyEvent[]
  view: AnyView
  left: number | null
}
/** The action of this request is in the journal. */
export interface Done {
  is: 'done'
  request: string
}
/**
 * The request changed nothing. ``code``: those of the rules (``illegal``, ``not_your_turn``, …), or ``stale`` (the
 * decision is closed), ``not_yours``, ``no_table``, ``bad_message``, ``too_fast``. A ``sync`` follows where it helps.
 */
export interface Refused {
  is: 'refused'
  request: string | null
  problem: Problem
}
/** What went wrong. ``code`` is stable and for programs; the page words it from ``reason`` and ``details``. */
export interface Problem {
  code: string
  message: string
  reason?: string
  details?: {
    [k: string]: unknown
  }
}
/**
 * This connection has the hand of ``seat`` (``on``), or no longer. ``elapsed``: for how many seconds there has been
 * searched, None before that.
 */
export interface Hand {
  is: 'hand'
  table: string
  seat: number
  on: boolean
  elapsed?: number | null
}
/**
 * The box in which this connection practises: it can be searched (``dark``); the stop was called (``over``), with
 * this ``sack``; or there is none any more (``gone``), since nobody moved in it for minutes, or it broke.
 */
export interface Practice {
  is: 'practice'
  phase: 'dark' | 'gone' | 'over'
  missions: string[]
  sack?: string[]
}
/**
 * What there is in the box in which this connection practises, also told before ``over``: the kind of each thing,
 * first of all the ``hand``, its x and y in mm, its angle in degrees, and where it is: 0 in the box, 1 in the hand, 5
 * in the sack.
 */
export interface Lit {
  is: 'lit'
  things: [string, number, number, number, number][]
}
/** Somebody said something at a table that is followed. */
export interface Talk {
  is: 'talk'
  table: string
  said: Said
}
/**
 * A message of the talk at a table, numbered from 1. ``seat`` is None for somebody who watches; ``muted``: the
 * caller hears this person no more, and gets no text.
 */
export interface Said {
  number: number
  at: number
  seat: number | null
  name: string
  text: string | null
  phrase:
    | (
        | 'again'
        | 'good_luck'
        | 'goodbye'
        | 'hello'
        | 'one_moment'
        | 'sorry'
        | 'thanks'
        | 'well_played'
        | 'your_turn'
      )
    | null
  mine: boolean
  muted: boolean
}
/** Everything before it has been sent. */
export interface Pong {
  is: 'pong'
  n: number
  at?: Place[]
}
/**
 * Where a viewer stands that this connection follows: the last numbers that it should have. ``said`` is that of the
 * last message of the talk, 0 if there was none of late.
 */
export interface Place {
  table: string
  seat: number | null
  number: number
  decision: number
  news: number
  said: number
  left: number | null
}
/** The server closes the connection: ``restart`` (back in a moment), ``slow`` (watch again), ``elsewhere``. */
export interface Bye {
  is: 'bye'
  why: 'elsewhere' | 'restart' | 'slow'
}
/**
 * ``seat``, one's own, gives up; in a team's game, would. ``withdraw``: no longer; or what another proposes is
 * declined. Where several play for themselves, only the last of them may (``people_here``).
 */
export interface GiveUp {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
  withdraw?: boolean
}
/** A game's record, to be looked at; nothing of it is kept. */
export interface GivenRecord {
  record: string
}
/** A hint in the first game. ``points``: what the round brings, with either. */
export interface ForestHint {
  game: 'forest'
  action: string
  instead: string | null
  /**
   * @minItems 2
   * @maxItems 2
   */
  figure: [number, number]
  reason:
    | 'ducks'
    | 'equal'
    | 'game'
    | 'greedy'
    | 'humble'
    | 'only'
    | 'other'
    | 'points'
    | 'takes'
    | 'treasures'
    | 'victorious'
  /**
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number]
}
/** A hint in duet. */
export interface DuetHint {
  game: 'duet'
  action: string
  instead: string | null
  /**
   * @minItems 2
   * @maxItems 2
   */
  figure: [number, number]
  reason: 'equal' | 'forest' | 'game' | 'gem' | 'gems' | 'only' | 'path'
}
/** A hint in fennecs. ``stars``: what the round brings from here on, with either. */
export interface FennecsHint {
  game: 'fennecs'
  action: string
  instead: string | null
  /**
   * @minItems 2
   * @maxItems 2
   */
  figure: [number, number]
  reason: 'costs' | 'equal' | 'game' | 'only' | 'others' | 'six' | 'stars'
  /**
   * @minItems 2
   * @maxItems 2
   */
  stars: [number, number]
}
/**
 * The house. ``lobby``: tables may be listed; ``chat``: people may talk. ``legal``: there is a legal notice.
 * ``contact``: an e-mail address, or the address of a page, of whoever runs the house.
 */
export interface HouseInfo {
  version: string
  lobby: boolean
  chat: boolean
  legal: boolean
  contact: string | null
}
/**
 * The legal notice, by language; empty if there is none. Plain text to be shown as text: paragraphs are separated
 * by empty lines, and only addresses (``https://…``, e-mail) are links.
 */
export interface Legal {
  texts: {
    [k: string]: string
  }
}
/**
 * Who the cookie says one is. ``name`` is None until it is set, ``sleep`` too. ``words``: there are recovery
 * words. ``text`` is the size of the page's letters, in per cent.
 */
export interface Me {
  name: string | null
  language: 'en' | 'fr'
  theme: 'day' | 'night' | 'system'
  sleep?: Sleep | null
  words?: boolean
  text?: 100 | 115 | 130 | 150
}
/**
 * The hours in which somebody sleeps, in minutes after midnight in their time zone (``Europe/Paris``): twelve
 * hours at most. From ``start`` to ``end``, usually over midnight; not at all if they are the same.
 */
export interface Sleep {
  start: number
  end: number
  zone: string
}
/** Hear no more (``on``), or again, whoever said message ``number``. */
export interface Mute {
  number: number
  on: boolean
}
/**
 * ``options`` are texts as in a record's ``[Options]``; ``seats`` has one entry a seat, at least one ``me``.
 * ``listed``: among the open tables as long as a seat is free. ``watchable``: others may watch. ``memory``: the tricks
 * of a round may be looked at again. ``dealer``: who deals first, in a game where that may be agreed on; null: it is
 * drawn. In a game of
 * searching: the ``speeds`` of the hands in percent, by seat; ``by_ear``: nobody sees what they feel.
 */
export interface NewTable {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  game: string
  options: {
    [k: string]: string
  }
  seats: (MySeat | OpenSeat | BotSeat)[]
  clock?: (MoveClock | DayClock) | null
  listed?: boolean
  watchable?: boolean
  memory?: boolean
  dealer?: number | null
  speeds?: number[]
  by_ear?: boolean
}
/** A seat that the table's maker takes: two or more of them are pass-and-play. */
export interface MySeat {
  who: 'me'
  /** A display name, cleaned by the server. */
  name: string
  share?: string | null
}
/** A seat for whoever has the link. */
export interface OpenSeat {
  who: 'open'
}
/** A seat for a bot of this level. */
export interface BotSeat {
  who: 'bot'
  level: number
}
/** So many seconds for each decision. */
export interface MoveClock {
  kind: 'move'
  seconds: number
}
/** So many days for each decision. It stands still in the hours in which the player sleeps (see ``SetMe``). */
export interface DayClock {
  kind: 'days'
  days: number
}
/** A line of the open tables. */
export interface OpenTable {
  id: string
  game: string
  options: {
    [k: string]: string
  }
  names: (string | null)[]
  levels: (number | null)[]
  free: number
  clock: ClockInfo | null
  made: number
}
/**
 * What was played before. ``wins`` (by seat) and ``draws`` count this table's game and those that it is the
 * rematch of; ``games`` are all of the same players, the newest first, for somebody who played. Where they play as a
 * team there is nothing to tell apart by seat: ``team`` has what they reached, the most played first, for somebody who
 * played; null where they are opponents.
 */
export interface Past {
  wins: number[]
  draws: number
  games: PastGame[]
  team?: TeamScore[] | null
}
/**
 * A finished game of the same players. Seats are those of the table that was asked about, whoever sat where
 * then. ``options``: those that are not as usual.
 */
export interface PastGame {
  id: string
  game: string
  updated: number
  scores: number[]
  ended: EndInfo
  counted: boolean
  options?: {
    [k: string]: string
  }
}
/**
 * What a team has reached with these ``options`` (those that are not as usual; the level is one of them): the games
 * that it finished and that count, those of them that it won, and the most points of one.
 */
export interface TeamScore {
  options: {
    [k: string]: string
  }
  played: number
  won: number
  best: number
}
/** Play today's deals of a game. */
export interface PlayDaily {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  /** A display name, cleaned by the server. */
  name: string
  game?: 'duet' | 'forest'
}
/** A QR code: a square of dark (1) and light (0) modules, row by row, without the margin of four light ones. */
export interface Qr {
  rows: (0 | 1)[][]
}
/** ``seat``, one's own, is ready for the deal, or the search, that waits, or (``on`` is false) no longer. */
export interface Ready {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
  on?: boolean
}
/**
 * ``shares``: by one's own seat, as a text, one's part in the shuffle of the next game. ``options``: those that
 * are to be others than this game's; null: whatever was proposed, else the same again.
 */
export interface Rematch {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  shares?: {
    /** 32 random bytes: a seat's part in the shuffle. */
    [k: string]: string
  }
  options?: {
    [k: string]: string
  } | null
}
/** A game to look back at. ``rounds`` has all of them; ``steps`` those of the rounds from ``first`` on, by round. */
export interface Replay {
  game: string
  rules: string
  options: {
    [k: string]: string
  }
  rounds: ReplayRound[]
  first: number
  steps: ReplayStep[][]
}
/** How many steps a round has, the deal included, and at which of them (from 0) each of its turns begins. */
export interface ReplayRound {
  steps: number
  turns: number[]
}
/**
 * A deal or an action: the number of the trick or turn that it belongs to (0: a deal), its events as whoever acted
 * was told of them, and where it led, with everything open.
 */
export interface ReplayStep {
  turn: number
  events: AnyEvent[]
  view: AnyView
}
/** Tell the people who run this house about message ``number``. */
export interface Report {
  number: number
}
/**
 * Either the secret of a ``link`` or six ``words``, as somebody types them. ``leave_mine``: even if that leaves
 * unfinished games of whoever this browser is now.
 */
export interface Resume {
  link?: string | null
  words?: string | null
  leave_mine?: boolean
}
/**
 * ``link`` brings its owner to another browser: once, until ``until`` (seconds since 1970), or until the next one
 * is asked for. What follows its ``#`` is the secret.
 */
export interface ResumeLink {
  link: string
  qr: Qr
  until: number
}
/** Either a ``text`` or, where talk is by set phrases, a ``phrase``. */
export interface Say {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  text?: string | null
  phrase?:
    | (
        | 'again'
        | 'good_luck'
        | 'goodbye'
        | 'hello'
        | 'one_moment'
        | 'sorry'
        | 'thanks'
        | 'well_played'
        | 'your_turn'
      )
    | null
}
export interface SeatBot {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
  level: number
}
/** Fields that are left out stay as they are. */
export interface SetMe {
  name?: string | null
  language?: ('en' | 'fr') | null
  theme?: ('day' | 'night' | 'system') | null
  sleep?: Sleep | null
  text?: (100 | 115 | 130 | 150) | null
}
/** Take ``seat``, or the first free one. */
export interface Sit {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  /** A display name, cleaned by the server. */
  name: string
  share?: string | null
  seat?: number | null
}
/** ``seat``, one's own, suggests ``action`` to the one who is to answer ``decision``; null: nothing any more. */
export interface Suggest {
  /** Chosen by the client; repeating it is harmless. */
  request: string
  seat: number
  decision: number
  action?: string | null
}
/** A line of "my games". */
export interface TableCard {
  id: string
  game: string
  names: (string | null)[]
  levels: (number | null)[]
  mine: number[]
  state: 'over' | 'playing' | 'waiting'
  my_turn: boolean
  scores: number[]
  updated: number
  deadline: number | null
  next: string | null
  day?: string | null
  ended?: EndInfo | null
  counted?: boolean
}
/** Six recovery words, shown this once. The words that there were before no longer hold. */
export interface Words {
  words: string[]
}
