import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { currencyCode, epochMillis, micros } from '../fields.ts'

/** The price of calls to the numbers that begin with a prefix. */
export const price = z.object({
  /** Digits of E.164, without the plus sign. */
  prefix: z.string(),
  name: z.string(),
  perMinuteMicros: micros,
  setupFeeMicros: micros,
  /** The first increment of 60/60 or 30/6: a shorter call costs as much as a call of this length. */
  firstSeconds: z.int(),
  /** The second one: a longer call is rounded up to whole increments. */
  incrementSeconds: z.int(),
})

/** The problem of a line of a price table. Keys of the message catalogues. */
export const priceProblem = z.enum([
  'unreadable',
  'column-missing',
  'column-unknown',
  'no-rows',
  'too-many-rows',
  'wrong-number-of-columns',
  'prefix-wrong',
  'prefix-repeated',
  'name-missing',
  'name-too-long',
  'name-is-formula',
  'price-wrong',
  'increments-wrong',
  'setup-fee-wrong',
])

const priceTable = z.object({
  currency: currencyCode,
  rowCount: z.int(),
  updatedAt: epochMillis,
})

/**
 * A price table as CSV: `prefix,name,price_per_minute,increments,setup_fee`, the last two optional, separated
 * by commas, semicolons or tabs.
 */
const upload = z.object({ currency: currencyCode, csv: z.string().min(1).max(2_000_000) })
/** Characters outside of ASCII and quotes take more than one byte. */
const maxUploadBytes = 6_000_000

export const getPriceTable = definePhoneEndpoint({
  method: 'GET',
  path: '/price-table',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the currency and the size of the price table; null when the workspace has none.',
  response: z.object({ table: priceTable.nullable() }),
  errors: [],
})

export const getPriceTableCsv = definePhoneEndpoint({
  method: 'GET',
  path: '/price-table/csv',
  access: 'phone_admin',
  rateLimit: 'exports',
  summary: 'Get the price table as CSV, which can be uploaded again.',
  response: z.object({ csv: z.string() }),
  errors: ['PRICE_TABLE_NOT_FOUND'],
})

export const checkPriceTable = definePhoneEndpoint({
  method: 'POST',
  path: '/price-table/check',
  access: 'phone_admin',
  rateLimit: 'price-uploads',
  summary: 'Check a price table and compare it with the current one. Changes nothing.',
  body: upload,
  maxBodyBytes: maxUploadBytes,
  response: z.object({
    rowCount: z.int(),
    /** The first of all problems, in the order of the lines. */
    problems: z.array(z.object({ line: z.int(), problem: priceProblem, value: z.string() })),
    problemCount: z.int(),
    changes: z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), removed: z.int() }),
    /** The first rows, as they were understood. */
    sample: z.array(price),
  }),
  errors: [],
})

export const replacePriceTable = definePhoneEndpoint({
  method: 'PUT',
  path: '/price-table',
  access: 'phone_admin',
  rateLimit: 'price-uploads',
  summary: 'Replace the price table as a whole. A table with a problem changes nothing.',
  body: upload,
  maxBodyBytes: maxUploadBytes,
  response: priceTable,
  errors: ['PRICE_TABLE_INVALID', 'DISK_FULL'],
})

export const deletePriceTable = definePhoneEndpoint({
  method: 'DELETE',
  path: '/price-table',
  access: 'phone_admin',
  rateLimit: 'price-uploads',
  summary:
    'Delete the price table. The limit of spending per day, which needs it, is removed; the limit of minutes stays.',
  response: z.object({ success: z.literal(true) }),
  errors: ['PRICE_TABLE_NOT_FOUND'],
})

export type Price = z.infer<typeof price>
export type PriceProblem = z.infer<typeof priceProblem>
