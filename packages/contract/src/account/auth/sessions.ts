import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { epochMillis, listResponse, success, userIdOrMe, uuid } from '../fields.ts'

export const session = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  created_at: epochMillis,
  is_impersonation: z.boolean(),
  /** When an access token was last issued. */
  last_used_at: epochMillis.optional(),
  is_current_session: z.boolean(),
  /**
   * A change of the sign-in methods requires a renewed sign-in, now or within five minutes. Only of the current
   * session, and only where the project requires recent sign-ins.
   */
  needs_step_up: z.boolean().optional(),
  last_used_at_end_user_ip_info: z
    .object({
      ip: z.string(),
      countryCode: z.string().nullable().optional(),
      regionCode: z.string().nullable().optional(),
      cityName: z.string().nullable().optional(),
      latitude: z.number().nullable().optional(),
      longitude: z.number().nullable().optional(),
      tzIdentifier: z.string().nullable().optional(),
    })
    .optional(),
})

export const listSessions = defineAccountEndpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'client',
  summary: 'List the sessions of a user, newest first.',
  query: z.object({ user_id: userIdOrMe }),
  response: listResponse(session),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  plainTextErrors: [403],
})

const dayMs = 24 * 60 * 60_000

/** The reason for an impersonation, if the project requires one: at most 500 characters, percent-encoded. */
export const impersonationReasonHeader = 'x-parley-impersonation-reason'

export const createSession = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/sessions',
  access: 'server',
  summary:
    'Create a session for a user without authentication, for sign-in by a back end or for impersonation. A project that restricts impersonation requires a reason in x-parley-impersonation-reason and ends the session within one hour.',
  body: z.object({
    user_id: uuid,
    expires_in_millis: z
      .int()
      .min(1)
      .max(367 * dayMs)
      .default(365 * dayMs),
    is_impersonation: z.boolean().default(false),
  }),
  response: z.object({ access_token: z.string(), refresh_token: z.string() }),
  errors: ['USER_ID_DOES_NOT_EXIST', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'],
})

export const endCurrentSession = defineAccountEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/current',
  access: 'client',
  summary: 'Sign out: end the session of the access token.',
  response: success,
  errors: ['ACCESS_TOKEN_EXPIRED', 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})

export const revokeSession = defineAccountEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  access: 'client',
  summary: 'End another session.',
  params: z.object({ id: uuid }),
  query: z.object({ user_id: userIdOrMe.optional() }),
  response: success,
  errors: [
    'CANNOT_DELETE_CURRENT_SESSION',
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
  ],
  plainTextErrors: [404],
})

export const refreshCurrentSession = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/sessions/current/refresh',
  access: 'client',
  summary: 'Get a new access token for the refresh token in the header x-stack-refresh-token.',
  response: z.object({ access_token: z.string() }),
  rateLimit: 'refresh',
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})

/** The IP address of the user on whose behalf an application's back end replaces a refresh token. */
export const endUserIpHeader = 'x-parley-end-user-ip'

export const rotateCurrentSession = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/sessions/current/rotate',
  access: 'client',
  summary:
    'Replace the refresh token in the header x-stack-refresh-token and get a new access token. From then on the session accepts only the latest refresh token, and only here. Concurrent requests get the same successor for 10 seconds; a later use of a replaced token ends the session. A back end with a server key names the IP address of the user in x-parley-end-user-ip.',
  response: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    /** When the session ends if it is not used before. */
    expires_at_millis: epochMillis,
  }),
  rateLimit: 'refresh',
  errors: ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'],
})
