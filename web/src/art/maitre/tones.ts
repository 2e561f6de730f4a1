import type { Paper } from '../tones'

export const PINK: Paper = { lit: '#fbdcd3', tone: '#e9a79c', deep: '#c47a70' }
export const BAY: Paper = { lit: '#d9a77c', tone: '#9a5f3a', deep: '#6d3f24' }
export const LEAF: Paper = { lit: '#b9dba9', tone: '#66a56c', deep: '#427a4d' }
export const STRAW: Paper = { lit: '#f6d9a6', tone: '#d08a4b', deep: '#a0602b' }
