/** What goes on at a table after the stop, for whoever sits there or watches: thefts, the count, on to the next round. */
import type { MaitreEvent, MaitreView } from '$lib/api/types'
import { connection } from '$lib/connection.svelte'
import type { Label } from '$lib/game'
import { m } from '$lib/paraglide/messages'
import type { TableModel, TableOf } from '$lib/table.svelte'
import { waitOf } from '$lib/waits'
import { capital, stealMeans, theToken } from './say'
import { isCounted } from './story'
import { lootOf, Theft } from './theft.svelte'

export class After {
  /** Whoever saw the last count goes on to the ranking when they like. */
  #ranked = $state(false)
  readonly model = $derived.by(() => this.table() as TableOf<MaitreView, MaitreEvent>)
  /** It is one's turn, and what is seen is not still what was before. */
  readonly deciding = $derived(this.model.myTurn && this.model.idle && connection.status.pending === null)
  readonly theft = new Theft(
    () => ({ view: this.model.view, seat: this.model.seat, deciding: this.deciding }),
    (action) => this.model.act(action),
  )
  /** The last count is still being looked at, though the game is over. */
  readonly lingers = $derived.by(
    () => this.model.over && !this.#ranked && this.model.story.some(({ event }) => event === 'round'),
  )
  /** Who is ready for the next deal. */
  readonly ready = $derived.by(() => {
    const { info, shown } = this.model
    return info.state === 'playing' && shown?.phase === 'deal' ? (info.ready ?? null) : null
  })
  readonly words = $derived.by(() => {
    const { model } = this
    const view = model.shown
    const wait = model.idle ? waitOf(this.table()) : null
    if (wait?.words) return wait.words
    if (!view) return m.loading()
    if (this.theft.legal.length) return m.maitre_prompt_steal()
    const thief = model.idle && view.phase === 'steal' ? view.to_act[0] : undefined
    if (thief !== undefined) return m.maitre_awaited_steal({ name: this.label(thief) })
    if (!isCounted(view)) return m.maitre_opening()
    return this.lingers ? m.maitre_last_count() : m.maitre_round_counted({ round: view.round })
  })
  readonly more = $derived.by(() => {
    const { model, ready, theft } = this
    const view = model.shown
    const wait = model.idle ? waitOf(this.table()) : null
    if (wait) return wait.more
    const { seat } = model
    if (theft.chosen && view && seat !== null) return this.#means(view, seat, theft.chosen)
    if (theft.legal.length) return m.maitre_touch_steal()
    if (seat === null) return m.you_watch()
    if (!ready) return ''
    const missing = ready.flatMap((yes, of) => (yes ? [] : [this.label(of)]))
    return ready[seat] ? m.maitre_waits_for({ name: missing.join(', ') }) : m.maitre_look_well()
  })

  constructor(
    private readonly table: () => TableModel,
    private readonly label: Label,
  ) {}

  rank = (): void => {
    this.#ranked = true
  }

  #means(view: MaitreView, seat: number, action: string): string {
    const loot = lootOf(action)
    if (!loot) return ''
    const the = capital(theToken(loot.token))
    return m.maitre_steal_means({
      the,
      name: this.label(loot.victim),
      how: stealMeans(view, seat, loot.token),
    })
  }
}
