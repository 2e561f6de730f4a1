/**
 * The papers that pictures are cut from: the edge where the lamp falls (from the upper left), the tone of the sheet,
 * the side away from the lamp. Suits have theirs in styles/suits.css, so that a picture can take those of its card.
 */
export interface Paper {
  lit: string
  tone: string
  deep: string
}

export const SUIT: Paper = { lit: 'var(--c)', tone: 'var(--a)', deep: 'var(--b)' }

export const CREAM: Paper = { lit: '#fffdf6', tone: '#f4ecd9', deep: '#d3c9ae' }
export const FOX: Paper = { lit: '#f7b877', tone: '#e0712f', deep: '#b9551f' }
export const WOOD: Paper = { lit: '#e9c48a', tone: '#c08444', deep: '#8d5826' }
export const GOLD: Paper = { lit: '#fdebbd', tone: '#f3c56a', deep: '#d39a34' }
export const STEEL: Paper = { lit: '#ffffff', tone: '#c9d4cf', deep: '#93a39e' }
export const HAT: Paper = { lit: '#d3c8f5', tone: '#9b88da', deep: '#6a56ab' }
export const BERRY: Paper = { lit: '#e88aa0', tone: '#c23f5d', deep: '#8a2440' }
export const WATER: Paper = { lit: '#bfe3f2', tone: '#6fb2d0', deep: '#3d84a8' }
export const INK = '#1c1a16'
