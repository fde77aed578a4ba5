import { z } from 'zod'

/** Ids of the phone's own records. */
export const id = z.uuid()

/** Id of a participant; the call engine makes it. */
export const legId = z.string().regex(/^[\w.:-]{1,100}$/)

/** Id of a person or team of the account service. */
export const accountId = z.uuid()

/** Milliseconds since the epoch. */
export const epochMillis = z.int()

/** A phone number in E.164: a plus sign and 3 to 15 digits. */
export const e164 = z.string().regex(/^\+[1-9]\d{2,14}$/)

/** ISO 3166-1 alpha-2, upper case. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/)

/** A number as somebody typed or pasted it: brackets, `tel:`, `ext 12` and all. */
export const numberAsTyped = z.string().trim().min(1).max(200)

/** Keys of a telephone; a comma waits a second. */
export const digits = z.string().regex(/^[0-9A-D*#,]{1,64}$/)

/** Where the next page begins. Opaque; made by the service. */
export const cursor = z.string().min(1).max(500)

/** How many items a page has at most. Text in a query, so it is coerced. */
export function pageLimit(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual)
}

export const done = z.object({ success: z.literal(true) })

/** What answers at a number of the built-in carrier: a key of the message catalogues. */
export const directoryService = z.enum([
  'echo',
  'tone',
  'speech',
  'busy',
  'no-answer',
  'reject',
  'barred',
  'early-failure',
  'keys',
  'call-back',
  'loss',
  'hold',
  'hang-up',
])
