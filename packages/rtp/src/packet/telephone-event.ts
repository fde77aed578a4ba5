import { toDataView } from './to-data-view.ts'

/** DTMF as telephone events (RFC 4733). A payload is four bytes: event, end bit and volume, duration. */
export interface TelephoneEvent {
  readonly digit: string
  readonly end: boolean
  /** In units of the RTP clock since the start of the event. */
  readonly duration: number
}

const eventDigits = '0123456789*#ABCD'
const volume = 10
export const endPackets = 3

/** Returns null for a malformed payload or an event that is not a digit. */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | null {
  if (payload.length < 4) return null
  const view = toDataView(payload)
  const digit = eventDigits[view.getUint8(0)]
  if (digit === undefined) return null
  return { digit, end: view.getUint8(1) >= 0x80, duration: view.getUint16(2) }
}

export function serializeTelephoneEvent({ digit, end, duration }: TelephoneEvent): Uint8Array {
  const payload = Buffer.of(eventDigits.indexOf(digit), (end ? 0x80 : 0) | volume, 0, 0)
  payload.writeUInt16BE(Math.min(duration, 0xffff), 2)
  return payload
}

export function isDigit(text: string): boolean {
  return text.length === 1 && eventDigits.includes(text)
}
