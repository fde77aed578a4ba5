import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { epochMillis, imageUrl, json, queryBoolean, shortText, success, uuid } from './fields.ts'
import { totpSecret } from './mfa.ts'
import { serverTeam, team } from './teams.ts'

export const user = z.object({
  id: z.uuid(),
  display_name: z.string().nullable(),
  /** The value of the primary contact channel. */
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  profile_image_url: z.string().nullable(),
  signed_up_at_millis: epochMillis,
  client_metadata: z.unknown(),
  client_read_only_metadata: z.unknown(),
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  /** A password or magic links are there to sign in with. */
  auth_with_email: z.boolean(),
  requires_totp_mfa: z.boolean(),
  is_anonymous: z.boolean(),
  /** `id` is the provider's, not the connection's. */
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
})

export const updateOwnUserBody = z.object({
  /** Empty text is stored as null. */
  display_name: shortText.nullable().optional(),
  client_metadata: json.optional(),
  selected_team_id: uuid.nullable().optional(),
  otp_auth_enabled: z.boolean().optional(),
  /** Turns the second factor on from the next sign-in on; null turns it off. */
  totp_secret_base64: totpSecret.nullable().optional(),
  /** Only false: a passkey is made by registering it. */
  passkey_auth_enabled: z.boolean().optional(),
})

export const getOwnUser = accountEndpoint({
  method: 'GET',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Get the signed-in user.',
  response: user,
  forServer: { response: serverUser },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
})

export const updateOwnUser = accountEndpoint({
  method: 'PATCH',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Change the signed-in user.',
  body: updateOwnUserBody,
  response: user,
  forServer: {
    body: updateOwnUserBody.extend({
      profile_image_url: imageUrl.nullable().optional(),
      client_read_only_metadata: json.optional(),
      server_metadata: json.optional(),
    }),
    response: serverUser,
  },
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'TEAM_MEMBERSHIP_NOT_FOUND', 'USER_AUTHENTICATION_REQUIRED'],
  textErrors: [400],
})

export const deleteOwnUser = accountEndpoint({
  method: 'DELETE',
  path: '/users/me',
  access: 'client',
  user: 'me',
  summary: 'Delete the signed-in user with everything that belongs to them, where the project allows it.',
  response: success,
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER'],
  textErrors: [400],
})

export const listUsers = accountEndpoint({
  method: 'GET',
  path: '/users',
  access: 'server',
  summary:
    'List users by the time of their sign-up, page by page; those of a team, or those that match a text.',
  query: z.object({
    /** Users in a page; all when left out. */
    limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** The first user of the page. */
    cursor: uuid.optional(),
    order_by: z.literal('signed_up_at').optional(),
    desc: queryBoolean.optional(),
    team_id: uuid.optional(),
    /** Part of a name or of an address, or an id. */
    query: shortText.optional(),
  }),
  response: z.object({
    items: z.array(serverUser),
    is_paginated: z.literal(true),
    pagination: z.object({
      /** The first user of the next page; null on the last one. */
      next_cursor: z.uuid().nullable(),
    }),
  }),
  errors: [],
})

export const getUser = accountEndpoint({
  method: 'GET',
  path: '/users/{user}',
  access: 'server',
  summary: 'Get a user of the project.',
  params: z.object({ user: uuid }),
  response: serverUser,
  errors: ['USER_NOT_FOUND'],
})

export const userEndpoints = [getOwnUser, updateOwnUser, deleteOwnUser, listUsers, getUser] as const
