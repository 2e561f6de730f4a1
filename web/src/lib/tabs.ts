/** What this browser's other tabs are told at once. */
type News =
  /** The rematch of `table` is at `next`, and somebody of this browser has sat down there. */
  | { is: 'rematch'; table: string; next: string }
  /** This browser is somebody else now. */
  | { is: 'who' }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('renardiere') : null

export function tellTabs(news: News): void {
  channel?.postMessage(news)
}

/** Returns how to stop listening. */
export function hearTabs(heard: (news: News) => void): () => void {
  const listen = ({ data }: MessageEvent<News>) => heard(data)
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
