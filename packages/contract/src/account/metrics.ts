import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { serverUser } from './users.ts'

const days = z.array(z.object({ date: z.string(), activity: z.int() }))

export const getMetrics = accountEndpoint({
  method: 'GET',
  path: '/internal/metrics',
  access: 'admin',
  summary: 'Count the users of the project: how many there are, came and were active, and how they sign in.',
  response: z.object({
    total_users: z.int(),
    /** Who signed up on each of the last 31 days (UTC), oldest first, today included. */
    daily_users: days,
    /** Who got an access token on each of those days. */
    daily_active_users: days,
    /** By two letters of ISO 3166-1; of users whose country is known. */
    users_by_country: z.record(z.string(), z.int()),
    /** At most five, newest first. */
    recently_registered: z.array(serverUser),
    recently_active: z.array(serverUser),
    /** `password`, `otp`, `passkey`, or the id of a provider. */
    login_methods: z.array(z.object({ method: z.string(), count: z.int() })),
  }),
  errors: [],
})

export const metricsEndpoints = [getMetrics] as const
