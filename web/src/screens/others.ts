/** See `later.ts`. */
export { default as Legal } from './Legal.svelte'
export { default as NewTable } from './NewTable.svelte'
export { default as Resume } from './Resume.svelte'
export { default as Settings } from './Settings.svelte'
