import { z } from 'zod'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { accountId, countryCode, cursor, epochMillis, pageLimit } from './fields.ts'

/** Limits per workspace that prevent runaway cost from a stolen session or a mistake. */
export const callingLimits = z.object({
  homeCountry: countryCode,
  /** Countries that may be called; initially the home country only. */
  allowedCountries: z.array(countryCode).min(1).max(250),
  callsPerMinute: z.int().min(1).max(600),
  concurrentCalls: z.int().min(1).max(500),
  /** Display name of outgoing calls on trunks; null to send the number alone. */
  callerName: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[^\p{Cc}@]+$/u)
    .nullable(),
})

export const getLimits = definePhoneEndpoint({
  method: 'GET',
  path: '/limits',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Get the calling limits of the workspace.',
  response: callingLimits,
  errors: [],
})

export const updateLimits = definePhoneEndpoint({
  method: 'PUT',
  path: '/limits',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Change the calling limits of the workspace.',
  body: callingLimits,
  response: callingLimits,
  errors: [],
})

export const listRefusals = definePhoneEndpoint({
  method: 'GET',
  path: '/limits/refusals',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the calls that a limit blocked, newest first.',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(200, 50) }),
  response: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: epochMillis,
        userId: accountId.nullable(),
        /** As dialled. */
        dialled: z.string(),
        /** The error code that was returned. */
        code: z.string(),
        /** The value of the limit at that time; null for rules without a number. */
        cap: z.int().nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  errors: [],
})
