import type { Call } from '@parley/contract/phone'

/** Returns the number of the other party of a call that can be blocked; null for a service and a withheld number. */
export function findBlockableNumber({ number, service }: Call): string | null {
  return number !== null && /^\+/.test(number) && !service ? number : null
}

/** Returns the number of a caller that can be blocked; null for an outgoing call. */
export function findBlockableCaller(call: Call): string | null {
  return call.direction === 'incoming' ? findBlockableNumber(call) : null
}
