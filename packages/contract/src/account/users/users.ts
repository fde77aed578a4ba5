import { z } from 'zod'
import { totpSecret } from '../auth/mfa.ts'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  boundedString,
  clientBodyBytes,
  email,
  epochMillis,
  imageInput,
  jsonValue,
  largeBodyBytes,
  listResponse,
  omitMetadata,
  queryBoolean,
  rawPassword,
  success,
  uuid,
} from '../fields.ts'
import { serverTeam, team } from '../teams/teams.ts'

export const user = z.object({
  id: z.uuid(),
  display_name: z.string().nullable(),
  /** The e-mail address of the primary contact channel. */
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  signed_up_at_millis: epochMillis,
  client_metadata: z.unknown(),
  client_read_only_metadata: z.unknown(),
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  /** The user can sign in with a password or a magic link. */
  auth_with_email: z.boolean(),
  requires_totp_mfa: z.boolean(),
  is_anonymous: z.boolean(),
  /** Public clients from 2.8.77 return a restricted user only on request. */
  is_restricted: z.boolean(),
  /** Null if and only if the user is not restricted. */
  restricted_reason: z.object({ type: z.literal('anonymous') }).nullable(),
  /** `id` is the provider id, not the id of the connection. */
  oauth_providers: z.array(
    z.object({ id: z.string(), account_id: z.string(), email: z.string().nullable().optional() }),
  ),
  selected_team_id: z.uuid().nullable(),
  selected_team: team.nullable(),
})

export const serverUser = user.extend({
  primary_email_auth_enabled: z.boolean(),
  last_active_at_millis: epochMillis,
  server_metadata: z.unknown(),
  selected_team: serverTeam.nullable(),
  /**
   * Public clients from 2.8.77 require this field and the next two; no user is restricted by an
   * administrator.
   */
  restricted_by_admin: z.literal(false),
  restricted_by_admin_reason: z.null(),
  restricted_by_admin_private_details: z.null(),
  /**
   * Public clients from 2.8.89 require this field and the next one; sign-ups are neither located nor scored.
   */
  country_code: z.null(),
  risk_scores: z.object({
    sign_up: z.object({ bot: z.literal(0), free_trial_abuse: z.literal(0) }),
  }),
})

export const updateOwnUserBody = z.object({
  /** An empty string is stored as null. */
  display_name: boundedString.nullable().optional(),
  client_metadata: jsonValue.optional(),
  /** A new address is unverified. Null removes the primary address. */
  primary_email: email.nullable().optional(),
  /** A data URL; null removes the image. */
  profile_image_url: imageInput.nullable().optional(),
  selected_team_id: uuid.nullable().optional(),
  otp_auth_enabled: z.boolean().optional(),
  /** Enables the second factor from the next sign-in; null disables it. */
  totp_secret_base64: totpSecret.nullable().optional(),
  /** A code of the new secret. Clients must send it if the project has `second_factor_needs_code`. */
  totp_code: z.string().max(100).optional(),
  /** Only false is accepted: to enable passkeys, register one. */
  passkey_auth_enabled: z.boolean().optional(),
})

/** An imported bcrypt hash. The operation checks its cost. */
const bcryptHash = z.string().regex(/^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/, 'must be a bcrypt hash')

const updateUserBody = updateOwnUserBody.extend({
  client_read_only_metadata: jsonValue.optional(),
  server_metadata: jsonValue.optional(),
  /** A new address is unverified unless `primary_email_verified` is set. Null removes the primary address. */
  primary_email: email.nullable().optional(),
  primary_email_verified: z.boolean().optional(),
  /** The user can sign in with it; no other user of the project can. */
  primary_email_auth_enabled: z.boolean().optional(),
  /** Any change ends all sessions. Null removes the password. */
  password: rawPassword.min(1).nullable().optional(),
  /** Alternative to `password`. */
  password_hash: bcryptHash.optional(),
  /** Only false is accepted: a user cannot become anonymous. */
  is_anonymous: z.literal(false).optional(),
})

const linkedAccount = z.strictObject({
  /** A provider id of the project. */
  id: z.string().max(255),
  account_id: boundedString.min(1).max(1024),
  email: email.nullable().optional(),
})

const addUserBody = updateUserBody.omit({ selected_team_id: true, totp_code: true }).extend({
  is_anonymous: z.boolean().optional(),
  /** Provider accounts that the user can sign in with. */
  oauth_providers: z.array(linkedAccount).max(100).optional(),
})

export const getOwnUser = defineAccountEndpoint({
  method: 'GET',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Get the signed-in user.',
  response: user,
  serverSchema: { response: serverUser },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
})

export const updateOwnUser = defineAccountEndpoint({
  method: 'PATCH',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Change the signed-in user.',
  body: updateOwnUserBody,
  maxBodyBytes: clientBodyBytes,
  response: user,
  serverSchema: { maxBodyBytes: largeBodyBytes, body: updateUserBody, response: serverUser },
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'USER_AUTHENTICATION_REQUIRED',
    'EMAIL_NOT_VERIFIED',
    'INVALID_TOTP_CODE',
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_TOO_LONG',
    'CONTACT_CHANNEL_LIMIT_REACHED',
  ],
  plainTextErrors: [400],
})

export const deleteOwnUser = defineAccountEndpoint({
  method: 'DELETE',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Delete the signed-in user and all their data, if the project allows it.',
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED', 'TEAM_PERMISSION_LAST_HOLDER'],
  plainTextErrors: [400],
})

export const listUsers = defineAccountEndpoint({
  method: 'GET',
  path: '/users',
  access: 'server',
  summary:
    'List users by sign-up time or last activity, paginated. Can be filtered by team, search text and anonymity.',
  query: z.object({
    /** Page size: at most 1,000, which is also the default. */
    limit: z.coerce.number().int().min(1).optional(),
    /** The first user of the page. */
    cursor: uuid.optional(),
    order_by: z.enum(['signed_up_at', 'last_active_at']).optional(),
    desc: queryBoolean.optional(),
    team_id: uuid.optional(),
    /** Part of a name or e-mail address, or a user id. */
    query: boundedString.optional(),
    /**
     * Whether to list anonymous users. By default they are listed, except for clients that send
     * `x-stack-allow-anonymous-user`: these know this parameter, and document that it defaults to false.
     */
    include_anonymous: queryBoolean.optional(),
    /**
     * Whether to list restricted users. Only anonymous users are restricted, so `include_anonymous` takes
     * precedence.
     */
    include_restricted: queryBoolean.optional(),
    only_anonymous: queryBoolean.optional(),
  }),
  response: z.object({
    items: z.array(serverUser),
    is_paginated: z.literal(true),
    pagination: z.object({
      /** The first user of the next page; null on the last page. */
      next_cursor: z.uuid().nullable(),
    }),
  }),
  errors: [],
})

export const getUser = defineAccountEndpoint({
  method: 'GET',
  path: '/users/{user}',
  access: 'server',
  summary: 'Get a user of the project.',
  params: z.object({ user: uuid }),
  query: z.object({ omit_metadata: omitMetadata }),
  response: serverUser,
  errors: ['USER_NOT_FOUND'],
})

export const addUser = defineAccountEndpoint({
  method: 'POST',
  path: '/users',
  access: 'server',
  summary: 'Create a user, even if sign-up is disabled.',
  body: addUserBody,
  maxBodyBytes: largeBodyBytes,
  response: serverUser,
  status: 201,
  errors: [
    'USER_EMAIL_ALREADY_EXISTS',
    'PASSWORD_TOO_LONG',
    'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN',
  ],
  plainTextErrors: [400],
})

export const updateUser = defineAccountEndpoint({
  method: 'PATCH',
  path: '/users/{user}',
  access: 'server',
  summary: 'Change a user of the project.',
  params: z.object({ user: uuid }),
  body: updateUserBody,
  maxBodyBytes: largeBodyBytes,
  response: serverUser,
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_TOO_LONG'],
  plainTextErrors: [400],
})

export const deleteUser = defineAccountEndpoint({
  method: 'DELETE',
  path: '/users/{user}',
  access: 'server',
  summary: 'Delete a user and all their data.',
  params: z.object({ user: uuid }),
  response: success,
  errors: ['USER_NOT_FOUND'],
})

const maxCheckedSessions = 100

export const checkSessions = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/users/check-sessions',
  access: 'server',
  summary:
    'Check which of up to 100 sessions are active, so that a back end need not read each of its signed-in users again: `user_version` changes with the name, the primary e-mail, the selected team, the teams and the team permissions of the user.',
  body: z.object({ session_ids: z.array(uuid).min(1).max(maxCheckedSessions) }),
  /** The active sessions, in any order. */
  response: listResponse(z.object({ id: z.uuid(), user_id: z.uuid(), user_version: z.string() })),
  errors: [],
})
