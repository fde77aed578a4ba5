import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { listOf, queryBoolean, shortText, userIdOrMe, uuid } from './fields.ts'

/** Permissions that every team has from the start. They contain nothing and cannot be changed. */
export const systemTeamPermissions = [
  '$delete_team',
  '$invite_members',
  '$manage_api_keys',
  '$read_members',
  '$remove_members',
  '$update_team',
] as const

export const teamPermission = z.object({ id: z.string(), user_id: z.uuid(), team_id: z.uuid() })

export const listTeamPermissions = accountEndpoint({
  method: 'GET',
  path: '/team-permissions',
  access: 'client',
  summary: 'List who may do what in which team, by team, user and permission.',
  query: z.object({
    team_id: uuid.optional(),
    user_id: userIdOrMe.optional(),
    permission_id: shortText.optional(),
    /** Include what the permissions contain; false when left out. */
    recursive: queryBoolean.optional(),
  }),
  response: listOf(teamPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  textErrors: [403],
})

export const permissionEndpoints = [listTeamPermissions] as const
