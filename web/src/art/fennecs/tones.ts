/** The papers of the desert. */
import type { Paper } from '../tones'

export const SAND: Paper = { lit: '#fbe3b4', tone: '#dfb06a', deep: '#b98643' }
export const EAR = '#a8543a'
