export { face } from './face'
export { default as Table } from './MaitreTable.svelte'
