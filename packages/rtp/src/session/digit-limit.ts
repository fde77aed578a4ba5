import { EventLimit } from '@parley/primitives'

/** People dial slower. */
const maxDigitsPerSecond = 20

/** Limits the digits of one peer, each of which is an event for its call. */
export function createDigitLimit(): EventLimit {
  return new EventLimit(maxDigitsPerSecond)
}
