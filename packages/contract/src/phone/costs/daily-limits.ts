import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { timeZone } from '../fields.ts'

/** Limits per workspace and day of the calls that its trunks place. */
export const dailyLimits = z.object({
  /** Minutes of all calls; null for no limit. */
  minutesPerDay: z.int().min(1).max(100_000).nullable(),
  /** In units of the currency of the price table; null for no limit. */
  spendPerDay: z.int().min(1).max(1_000_000).nullable(),
  /** The time zone in which a day begins and ends. */
  timeZone,
})

export const getDailyLimits = definePhoneEndpoint({
  method: 'GET',
  path: '/limits/daily',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the limits of minutes and money per day; null when none were saved.',
  response: z.object({ limits: dailyLimits.nullable() }),
  errors: [],
})

export const updateDailyLimits = definePhoneEndpoint({
  method: 'PUT',
  path: '/limits/daily',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Change the limits of minutes and money per day. They apply to running calls too.',
  body: dailyLimits,
  response: dailyLimits,
  errors: ['SPEND_LIMIT_NEEDS_PRICES'],
})

export type DailyLimits = z.infer<typeof dailyLimits>
