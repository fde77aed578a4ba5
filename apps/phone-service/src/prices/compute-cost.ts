import type { CallPrice } from './price-tables.ts'

/**
 * Returns what a call of a length costs, in millionths of the currency unit, rounded up. A call that was not
 * answered costs nothing.
 */
export function computeCostMicros(price: Omit<CallPrice, 'currency'>, seconds: number): number {
  if (seconds <= 0) return 0
  const { firstSeconds, incrementSeconds } = price
  const further = Math.max(0, Math.ceil((seconds - firstSeconds) / incrementSeconds))
  const chargedSeconds = firstSeconds + further * incrementSeconds
  return price.setupFeeMicros + Math.ceil((price.perMinuteMicros * chargedSeconds) / 60)
}
