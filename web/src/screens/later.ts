/** The table's screen, half of all scripts: those who come to the house's door need it only when they sit down. */
export const tableScreen = () => import('./Table.svelte')
