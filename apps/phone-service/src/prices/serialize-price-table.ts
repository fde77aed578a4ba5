import { stringify } from 'csv-stringify/sync'
import type { Price } from './price-tables.ts'

/** Returns prices as CSV, which can be uploaded again. */
export function serializePriceTable(prices: readonly Price[]): string {
  return stringify(
    prices.map((price) => [
      price.prefix,
      price.name,
      formatAmount(price.perMinuteMicros),
      `${price.firstSeconds}/${price.incrementSeconds}`,
      formatAmount(price.setupFeeMicros),
    ]),
    {
      header: true,
      columns: ['prefix', 'name', 'price_per_minute', 'increments', 'setup_fee'],
      escape_formulas: true,
    },
  )
}

/** Returns millionths as a decimal number without rounding: `0.0125`. */
export function formatAmount(micros: number): string {
  const digits = String(micros).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '').padEnd(2, '0')
  return `${digits.slice(0, -6)}.${fraction}`
}
