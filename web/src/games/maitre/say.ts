/** Maître Renard's sentences. */
import type { MaitreEvent } from '$lib/api/types'
import { m } from '$lib/paraglide/messages'
import { settings } from '$lib/settings.svelte'

/** « une poule, un cheval et un serpent » without the articles: the kinds' names, listed. */
export function listed(kinds: readonly string[]): string {
  const names = kinds.map((kind) => m.maitre_name({ kind }).toLocaleLowerCase(settings.language))
  return new Intl.ListFormat(settings.language).format(names)
}

/** What happened; `name` is of a seat, however it is called. */
export function happened(event: MaitreEvent, name: (seat: number) => string): string {
  switch (event.event) {
    case 'dealt':
      return m.count_dealt({ round: event.round, kinds: listed(event.missions) })
    case 'sacked':
      return m.count_sack_is({
        name: name(event.seat),
        tokens: event.tokens.length ? listed(event.tokens) : m.count_sack_empty(),
      })
    case 'stopped':
      return m.count_stopped({ name: name(event.seat) })
    case 'stole':
      return event.token === null
        ? m.count_stole_nothing({ name: name(event.seat) })
        : m.count_stole({ name: name(event.seat), token: m.maitre_the({ kind: event.token }) })
    case 'round':
      return event.counts.map(({ score }, seat) => m.count_scored({ name: name(seat), score })).join(' ')
    case 'end':
      return m.count_end()
  }
}
