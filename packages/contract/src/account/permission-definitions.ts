import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { listOf, shortText, success } from './fields.ts'
import { ownPermissionId, permissionId } from './permissions.ts'

export const permissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  /** Permissions that this permission includes, recursively. */
  contained_permission_ids: z.array(z.string()),
})

const containedIds = z.array(shortText).max(20_000)
const ofDefinition = z.object({ id: permissionId })

const createBody = z.object({
  id: ownPermissionId,
  description: shortText.optional(),
  contained_permission_ids: containedIds.optional(),
})

const updateBody = createBody.partial()

export const listTeamPermissionDefinitions = accountEndpoint({
  method: 'GET',
  path: '/team-permission-definitions',
  access: 'admin',
  summary: 'List the team permissions, system permissions included, sorted by id.',
  response: listOf(permissionDefinition),
  errors: [],
})

export const createTeamPermissionDefinition = accountEndpoint({
  method: 'POST',
  path: '/team-permission-definitions',
  access: 'admin',
  summary: 'Create a team permission.',
  body: createBody,
  response: permissionDefinition,
  status: 201,
  errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
})

export const updateTeamPermissionDefinition = accountEndpoint({
  method: 'PATCH',
  path: '/team-permission-definitions/{id}',
  access: 'admin',
  summary: 'Change a team permission. A new id is applied wherever the permission is used.',
  params: ofDefinition,
  body: updateBody,
  response: permissionDefinition,
  errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
  textErrors: [400],
})

export const deleteTeamPermissionDefinition = accountEndpoint({
  method: 'DELETE',
  path: '/team-permission-definitions/{id}',
  access: 'admin',
  summary: 'Delete a team permission, with all its grants and its uses in other permissions.',
  params: ofDefinition,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})

export const listProjectPermissionDefinitions = accountEndpoint({
  method: 'GET',
  path: '/project-permission-definitions',
  access: 'admin',
  summary: 'List the project permissions, sorted by id.',
  response: listOf(permissionDefinition),
  errors: [],
})

export const createProjectPermissionDefinition = accountEndpoint({
  method: 'POST',
  path: '/project-permission-definitions',
  access: 'admin',
  summary: 'Create a project permission.',
  body: createBody,
  response: permissionDefinition,
  status: 201,
  errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
})

export const updateProjectPermissionDefinition = accountEndpoint({
  method: 'PATCH',
  path: '/project-permission-definitions/{id}',
  access: 'admin',
  summary: 'Change a project permission. A new id is applied wherever the permission is used.',
  params: ofDefinition,
  body: updateBody,
  response: permissionDefinition,
  errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
  textErrors: [400],
})

export const deleteProjectPermissionDefinition = accountEndpoint({
  method: 'DELETE',
  path: '/project-permission-definitions/{id}',
  access: 'admin',
  summary: 'Delete a project permission, with all its grants and its uses in other permissions.',
  params: ofDefinition,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})

export const permissionDefinitionEndpoints = [
  listTeamPermissionDefinitions,
  createTeamPermissionDefinition,
  updateTeamPermissionDefinition,
  deleteTeamPermissionDefinition,
  listProjectPermissionDefinitions,
  createProjectPermissionDefinition,
  updateProjectPermissionDefinition,
  deleteProjectPermissionDefinition,
] as const
