import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { epochMillis, success, verificationCode } from '../fields.ts'

const dayMs = 24 * 60 * 60_000

/** Default lifetime of a command-line login, in milliseconds. */
export const cliLoginLifetimeMs = 7_200_000

export const startCliLogin = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/cli',
  access: 'client',
  summary: 'Start a command-line login. The user approves the login code in a browser.',
  body: z.strictObject({ expires_in_millis: z.int().min(1).max(dayMs).optional() }).optional(),
  response: z.object({
    /** The command line polls with this code until the login is approved. */
    polling_code: z.string(),
    /** Part of the URL that the user opens. */
    login_code: z.string(),
    /** ISO 8601. */
    expires_at: z.string(),
  }),
  rateLimit: 'cli-starts',
  errors: [],
})

export const pollCliLogin = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/cli/poll',
  access: 'client',
  summary: 'Get the state of a command-line login. Returns the refresh token once, with status 201.',
  body: z.object({ polling_code: z.string().max(100) }),
  response: z.object({
    status: z.enum(['waiting', 'success', 'expired', 'used']),
    refresh_token: z.string().optional(),
  }),
  rateLimit: 'cli-polls',
  errors: ['INVALID_POLLING_CODE'],
})

export const completeCliLogin = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/cli/complete',
  access: 'client',
  summary:
    'Approve a command-line login. The command line gets the session of this refresh token. If the session of the signed-in user replaces its refresh tokens, omit it: the command line gets another session.',
  body: z.object({ login_code: z.string().max(100), refresh_token: z.string().max(255).optional() }),
  response: success,
  rateLimit: 'cli-approvals',
  errors: [],
  plainTextErrors: [400],
})

export const describeCliLogin = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/cli/describe',
  access: 'client',
  summary: 'Get the origin of a command-line login, to show it before approval.',
  body: z.object({ login_code: verificationCode }),
  response: z.object({
    status: z.enum(['waiting', 'used', 'expired']),
    started_at_millis: epochMillis,
    expires_at_millis: epochMillis,
    ip: z.string(),
    user_agent: z.string().nullable(),
  }),
  rateLimit: 'cli-approvals',
  errors: [],
  plainTextErrors: [400],
})

export const rejectCliLogin = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/cli/reject',
  access: 'client',
  summary:
    'Reject a command-line login that has not been approved. The command line learns that it has expired.',
  body: z.object({ login_code: verificationCode }),
  response: success,
  rateLimit: 'cli-approvals',
  errors: [],
  plainTextErrors: [400],
})
