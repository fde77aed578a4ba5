import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { serverUser } from '../users/users.ts'

const dailyActivity = z.array(z.object({ date: z.string(), activity: z.int() }))

export const getMetrics = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/metrics',
  access: 'admin',
  summary: 'Get user statistics of the project: totals, sign-ups, activity and sign-in methods.',
  response: z.object({
    total_users: z.int(),
    /** Sign-ups on each of the last 31 days (UTC), today included, oldest first. */
    daily_users: dailyActivity,
    /** Users who got an access token on each of those days. */
    daily_active_users: dailyActivity,
    /** By ISO 3166-1 alpha-2 code; users with a known country only. */
    users_by_country: z.record(z.string(), z.int()),
    /** At most 5, newest first. */
    recently_registered: z.array(serverUser),
    recently_active: z.array(serverUser),
    /** `password`, `otp`, `passkey`, or the id of a provider. */
    login_methods: z.array(z.object({ method: z.string(), count: z.int() })),
  }),
  errors: [],
})

export const recordAnalyticsEvents = defineAccountEndpoint({
  method: 'POST',
  path: '/analytics/events/batch',
  access: 'client',
  summary:
    'Do nothing. The service has no analytics, but public clients from 2.8.77 send events without being asked and warn of errors.',
  response: z.object({}),
  errors: [],
})
