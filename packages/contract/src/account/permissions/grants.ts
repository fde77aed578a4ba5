import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, listResponse, queryBoolean, success, userIdOrMe, uuid } from '../fields.ts'

/** Built-in team permissions. They contain no other permissions and cannot be changed. */
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

/** The id of a permission that a project owner defines. */
export const customPermissionId = z
  .string()
  .max(255)
  .regex(/^[a-z0-9_:]+$/, 'must be lower-case letters, digits, underscores and colons')

/** The id of a project-defined or system permission. */
export const permissionId = z.union(
  [z.enum(systemTeamPermissions), customPermissionId],
  'must be lower-case letters, digits, underscores and colons, or the id of a system permission',
)

const recursionQuery = {
  /** Include contained permissions; false by default. */
  recursive: queryBoolean.optional(),
}

export const listTeamPermissions = defineAccountEndpoint({
  method: 'GET',
  path: '/team-permissions',
  access: 'client',
  summary:
    'List the team permissions of users, sorted by team, user and permission. If the project lets members manage permissions, a client with $read_members can list the members of a team who have one permission.',
  query: z.object({
    team_id: uuid.optional(),
    user_id: userIdOrMe.optional(),
    permission_id: boundedString.optional(),
    ...recursionQuery,
  }),
  response: listResponse(teamPermission),
  errors: [
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    'USER_AUTHENTICATION_REQUIRED',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_REQUIRED',
  ],
  plainTextErrors: [403],
})

export const listProjectPermissions = defineAccountEndpoint({
  method: 'GET',
  path: '/project-permissions',
  access: 'client',
  summary: 'List the project permissions of users, sorted by user and permission.',
  query: z.object({
    user_id: userIdOrMe.optional(),
    permission_id: boundedString.optional(),
    ...recursionQuery,
  }),
  response: listResponse(projectPermission),
  errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED'],
  plainTextErrors: [403],
})

const memberPermissionParams = z.object({ team: uuid, user: userIdOrMe, permission: permissionId })
const userPermissionParams = z.object({ user: userIdOrMe, permission: permissionId })

/** Errors of clients. Without the project setting `member_managed_permissions`, clients lack access. */
const managedPermissionErrors = ['USER_AUTHENTICATION_REQUIRED', 'TEAM_PERMISSION_REQUIRED'] as const

export const grantTeamPermission = defineAccountEndpoint({
  method: 'POST',
  path: '/team-permissions/{team}/{user}/{permission}',
  access: 'client',
  summary:
    'Grant a team permission to a team member. Idempotent. A client can grant the permissions that the project lets members manage, if its user has the permission or $delete_team, which is required to change the permissions of a member who has it.',
  params: memberPermissionParams,
  response: teamPermission,
  status: 201,
  errors: [
    ...managedPermissionErrors,
    'USER_NOT_FOUND',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'PERMISSION_NOT_FOUND',
    'WRONG_PERMISSION_SCOPE',
  ],
})

export const revokeTeamPermission = defineAccountEndpoint({
  method: 'DELETE',
  path: '/team-permissions/{team}/{user}/{permission}',
  access: 'client',
  summary:
    'Revoke a directly granted team permission of a team member. A client can revoke the permissions that it can grant, but not that of the last member who has it.',
  params: memberPermissionParams,
  response: success,
  errors: [
    ...managedPermissionErrors,
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'TEAM_PERMISSION_NOT_FOUND',
    'TEAM_PERMISSION_LAST_HOLDER',
  ],
})

export const grantProjectPermission = defineAccountEndpoint({
  method: 'POST',
  path: '/project-permissions/{user}/{permission}',
  access: 'server',
  summary: 'Grant a project permission to a user. Idempotent.',
  params: userPermissionParams,
  response: projectPermission,
  status: 201,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
})

export const revokeProjectPermission = defineAccountEndpoint({
  method: 'DELETE',
  path: '/project-permissions/{user}/{permission}',
  access: 'server',
  summary: 'Revoke a directly granted project permission of a user.',
  params: userPermissionParams,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})
