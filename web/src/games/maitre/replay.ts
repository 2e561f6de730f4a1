export { dealing } from './dealing'
export { default as Replay } from './MaitreReplay.svelte'
