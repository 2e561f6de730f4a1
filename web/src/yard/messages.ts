/** What a hand is told to do: the few bytes of `renardiere.yard.messages`. */
type Message = Uint8Array<ArrayBuffer>

const told = (...bytes: number[]): Message => Uint8Array.from(bytes, (byte) => byte & 255)

/** As a signed byte, or the nearest that there is. */
const signed = (value: number) => Math.max(-127, Math.min(127, Math.round(value)))

export const GRIP = told(2)
export const RELEASE = told(3)
export const SACK = told(4)
export const TURN_ONCE = told(6)
export const STOP = told(8)

/** Move on by tenths of a millimetre, at most 12.7 mm each way. */
export const move = (dx: number, dy: number) => told(1, signed(dx), signed(dy))
/** Turn what is held by degrees, counter-clockwise. */
export const turn = (degrees: number) => told(5, signed(degrees))
/** Take a token back from the own sack, by its place there. */
export const take = (place: number) => told(7, place)
/** The box should be shaken anew, or not any more. */
export const shake = (wanted: boolean) => told(9, Number(wanted))
