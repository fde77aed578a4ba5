import { trimEnd } from '@parley/primitives'
import { serializeCsv } from '../csv/index.ts'
import type { Price } from './price-tables.ts'

/** Returns prices as CSV, which can be uploaded again. */
export async function serializePriceTable(prices: readonly Price[]): Promise<string> {
  return await serializeCsv(
    ['prefix', 'name', 'price_per_minute', 'increments', 'setup_fee'],
    prices.map((price) => [
      price.prefix,
      price.name,
      formatAmount(price.perMinuteMicros),
      `${price.firstSeconds}/${price.incrementSeconds}`,
      formatAmount(price.setupFeeMicros),
    ]),
  )
}

/** Returns millionths as a decimal number without rounding: `0.0125`. */
export function formatAmount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  const fraction = trimEnd(digits.slice(-6), '0').padEnd(2, '0')
  return `${digits.slice(0, -6)}.${fraction}`
}
