/** Screens that are not part of the first load: fetched once the page is idle, or by who goes there before. */

/** Half of all scripts: those who come to the house's door need it only when they sit down. */
export const tableScreen = () => import('./Table.svelte')

export const replayScreen = () => import('./Replay.svelte')
export const gamesScreen = () => import('./Finished.svelte')

/** The small ones, all in one. */
const others = () => import('./others')
export const newTableScreen = async () => ({ default: (await others()).NewTable })
export const settingsScreen = async () => ({ default: (await others()).Settings })
export const resumeScreen = async () => ({ default: (await others()).Resume })
export const legalScreen = async () => ({ default: (await others()).Legal })

export async function fetchScreens(): Promise<void> {
  await others()
  await tableScreen()
}
