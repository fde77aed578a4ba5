import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  boundedString,
  clientBodyBytes,
  epochMillis,
  imageInput,
  jsonValue,
  largeBodyBytes,
  listResponse,
  omitMetadata,
  queryBoolean,
  success,
  userIdOrMe,
  uuid,
} from '../fields.ts'

export const team = z.object({
  id: z.uuid(),
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: z.unknown(),
  client_read_only_metadata: z.unknown(),
})

export const serverTeam = team.extend({ server_metadata: z.unknown(), created_at_millis: epochMillis })

const create = z.object({
  display_name: boundedString,
  profile_image_url: imageInput.nullable().optional(),
  client_metadata: jsonValue.optional(),
  creator_user_id: userIdOrMe.optional(),
})

const update = z.object({
  display_name: boundedString.optional(),
  /** A data URL, or an HTTP(S) URL from back ends; null removes the image. */
  profile_image_url: imageInput.nullable().optional(),
  client_metadata: jsonValue.optional(),
})

const serverOnly = {
  client_read_only_metadata: jsonValue.optional(),
  server_metadata: jsonValue.optional(),
}

export const createTeam = defineAccountEndpoint({
  method: 'POST',
  path: '/teams',
  access: 'client',
  summary: 'Create a team. The signed-in user of a client becomes its creator.',
  query: z.object({ add_current_user: queryBoolean.optional() }),
  body: create,
  maxBodyBytes: clientBodyBytes,
  response: team,
  serverSchema: { maxBodyBytes: largeBodyBytes, body: create.extend(serverOnly), response: serverTeam },
  status: 201,
  errors: ['USER_AUTHENTICATION_REQUIRED', 'USER_NOT_FOUND', 'TEAM_LIMIT_REACHED'],
  plainTextErrors: [400, 403],
})

const listQuery = z.object({ user_id: userIdOrMe.optional(), omit_metadata: omitMetadata })

export const listTeams = defineAccountEndpoint({
  method: 'GET',
  path: '/teams',
  access: 'client',
  summary:
    'List teams, oldest first. A client can only see the teams of the signed-in user. A server can search and read pages.',
  query: listQuery,
  response: listResponse(team),
  serverSchema: {
    query: listQuery.extend({
      order_by: z.literal('created_at').optional(),
      desc: queryBoolean.optional(),
      /** Page size: at most 1,000. */
      limit: z.coerce.number().int().min(1).optional(),
      /** The first team of the page. */
      cursor: uuid.optional(),
      /** Part of a name, or a team id. */
      query: boundedString.optional(),
    }),
    response: z.object({
      items: z.array(serverTeam),
      /** True if the request had a limit or a cursor. */
      is_paginated: z.boolean(),
      pagination: z
        .object({
          /** The first team of the next page; null on the last page. */
          next_cursor: z.uuid().nullable(),
        })
        .optional(),
    }),
  },
  errors: ['USER_AUTHENTICATION_REQUIRED'],
  plainTextErrors: [400, 403],
})

export const getTeam = defineAccountEndpoint({
  method: 'GET',
  path: '/teams/{team}',
  access: 'client',
  summary: 'Get a team. The signed-in user of a client must be a member.',
  params: z.object({ team: uuid }),
  response: team,
  serverSchema: { response: serverTeam },
  errors: ['USER_AUTHENTICATION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND'],
})

export const updateTeam = defineAccountEndpoint({
  method: 'PATCH',
  path: '/teams/{team}',
  access: 'client',
  summary: 'Change a team. A client needs the permission $update_team.',
  params: z.object({ team: uuid }),
  body: update,
  maxBodyBytes: clientBodyBytes,
  response: team,
  serverSchema: { maxBodyBytes: largeBodyBytes, body: update.extend(serverOnly), response: serverTeam },
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
  ],
  plainTextErrors: [400],
})

export const deleteTeam = defineAccountEndpoint({
  method: 'DELETE',
  path: '/teams/{team}',
  access: 'client',
  summary:
    'Delete a team and all its data. A client needs the permission $delete_team and, if the project requires it, a recent authentication.',
  params: z.object({ team: uuid }),
  response: success,
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
    'TEAM_NOT_FOUND',
  ],
})
