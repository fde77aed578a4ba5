import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, countryCode, currencyCode, micros, timeZone } from '../fields.ts'

/** The calls of a group. Spending counts what trunks dialled. */
const totals = {
  calls: z.int(),
  answered: z.int(),
  missed: z.int(),
  /** Talk time. */
  seconds: z.int(),
  spendMicros: micros,
}

/** The last days, with today. */
const period = z.object({ days: z.coerce.number().int().min(1).max(92).default(28) })

export const getUsage = definePhoneEndpoint({
  method: 'GET',
  path: '/usage',
  access: 'phone_admin',
  rateLimit: 'searches',
  summary: 'Get calls, minutes and spending of the last days by day, member, country and number.',
  query: period,
  response: z.object({
    /** In which days begin and end. */
    timeZone,
    /** Of the price table, in which spending is counted; null without one. */
    currency: currencyCode.nullable(),
    days: z.array(z.object({ day: z.iso.date(), ...totals })),
    /**
     * The sums of as many days before the first one, the last of them up to the present time of day. Null if the workspace
     * is younger, or calls of these days may have been deleted.
     */
    previous: z.object({ calls: totals.calls, seconds: totals.seconds }).nullable(),
    /** Null for calls that no member answered. */
    members: z.array(z.object({ userId: accountId.nullable(), name: z.string().nullable(), ...totals })),
    countries: z.array(z.object({ country: countryCode.nullable(), ...totals })),
    /**
     * Numbers of the workspace, those with the most calls first: of incoming calls the called number, of outgoing ones
     * the caller ID. Null for calls without a number.
     */
    numbers: z.array(
      z.object({
        number: z.string().nullable(),
        incoming: z.int(),
        outgoing: z.int(),
        answered: z.int(),
        missed: z.int(),
        /** The median of how long callers waited until a call was answered. Null if none was. */
        waitSeconds: z.int().nullable(),
        seconds: totals.seconds,
        spendMicros: micros,
      }),
    ),
    /** How many numbers are left out. */
    hiddenNumbers: z.int(),
    /** The used part of the limits of today, with the time that running calls have reserved. */
    today: z.object({ seconds: z.int(), spendMicros: micros }),
  }),
  errors: [],
})

const bytes = z.int().nonnegative()

export const getStorage = definePhoneEndpoint({
  method: 'GET',
  path: '/usage/storage',
  access: 'phone_admin',
  rateLimit: 'searches',
  summary: 'Get how much of the quotas of the workspace for stored audio is used.',
  response: z.object({
    /** Recordings of calls and messages of callers share a quota, at which nothing more is recorded. */
    recordings: z.object({ callBytes: bytes, voicemailBytes: bytes, maxBytes: bytes }),
    announcements: z.object({ usedBytes: bytes, maxBytes: bytes }),
  }),
  errors: [],
})

export const getUsageCsv = definePhoneEndpoint({
  method: 'GET',
  path: '/usage/csv',
  access: 'phone_admin',
  rateLimit: 'exports',
  summary: 'Get the usage of the last days as CSV, a line for each day, member and country.',
  query: period,
  response: z.object({ csv: z.string() }),
  errors: [],
})
