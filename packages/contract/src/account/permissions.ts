import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { listOf, queryBoolean, shortText, success, userIdOrMe, uuid } from './fields.ts'

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

export const projectPermission = z.object({ id: z.string(), user_id: z.uuid() })

/** A permission that an owner defines. */
export const ownPermissionId = z
  .string()
  .max(255)
  .regex(/^[a-z0-9_:]+$/, 'must be lower-case letters, digits, underscores and colons')

/** A permission of the project or of the system. */
export const permissionId = z.union(
  [z.enum(systemTeamPermissions), ownPermissionId],
  'must be lower-case letters, digits, underscores and colons, or the id of a permission of the system',
)

const depth = {
  /** Include what the permissions contain; false when left out. */
  recursive: queryBoolean.optional(),
}

export const listTeamPermissions = accountEndpoint({
  method: 'GET',
  path: '/team-permissions',
  access: 'client',
  summary: 'List who may do what in which team, by team, user and permission.',
  query: z.object({
    team_id: uuid.optional(),
    user_id: userIdOrMe.optional(),
    permission_id: shortText.optional(),
    ...depth,
  }),
  response: listOf(teamPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  textErrors: [403],
})

export const listProjectPermissions = accountEndpoint({
  method: 'GET',
  path: '/project-permissions',
  access: 'client',
  summary: 'List who may do what in the project, by user and permission.',
  query: z.object({
    user_id: userIdOrMe.optional(),
    permission_id: shortText.optional(),
    ...depth,
  }),
  response: listOf(projectPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  textErrors: [403],
})

const ofMember = z.object({ team: uuid, user: userIdOrMe, permission: permissionId })
const ofUser = z.object({ user: userIdOrMe, permission: permissionId })

export const grantTeamPermission = accountEndpoint({
  method: 'POST',
  path: '/team-permissions/{team}/{user}/{permission}',
  access: 'server',
  summary: 'Give a member of a team a permission there. One who has it keeps it.',
  params: ofMember,
  response: teamPermission,
  status: 201,
  errors: ['USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
})

export const revokeTeamPermission = accountEndpoint({
  method: 'DELETE',
  path: '/team-permissions/{team}/{user}/{permission}',
  access: 'server',
  summary: 'Take a permission from a member of a team that was given directly.',
  params: ofMember,
  response: success,
  errors: ['TEAM_PERMISSION_NOT_FOUND'],
})

export const grantProjectPermission = accountEndpoint({
  method: 'POST',
  path: '/project-permissions/{user}/{permission}',
  access: 'server',
  summary: 'Give a user a permission in the project. One who has it keeps it.',
  params: ofUser,
  response: projectPermission,
  status: 201,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
})

export const revokeProjectPermission = accountEndpoint({
  method: 'DELETE',
  path: '/project-permissions/{user}/{permission}',
  access: 'server',
  summary: 'Take a permission from a user that was given directly.',
  params: ofUser,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})

export const permissionEndpoints = [
  listTeamPermissions,
  grantTeamPermission,
  revokeTeamPermission,
  listProjectPermissions,
  grantProjectPermission,
  revokeProjectPermission,
] as const
