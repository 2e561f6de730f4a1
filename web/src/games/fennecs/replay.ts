export { dealing } from './dealing'
export { default as Replay } from './FennecsReplay.svelte'
