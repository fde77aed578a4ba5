import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, largeBodyBytes, listResponse, success } from '../fields.ts'
import { customPermissionId, permissionId } from './grants.ts'

export const permissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  /** Permissions that this permission includes, recursively. */
  contained_permission_ids: z.array(z.string()),
})

const containedIds = z.array(boundedString).max(20_000)
const definitionParams = z.object({ id: permissionId })

const createBody = z.object({
  id: customPermissionId,
  description: boundedString.optional(),
  contained_permission_ids: containedIds.optional(),
})

const updateBody = createBody.partial()

export const listTeamPermissionDefinitions = defineAccountEndpoint({
  method: 'GET',
  path: '/team-permission-definitions',
  access: 'admin',
  summary: 'List the team permissions, system permissions included, sorted by id.',
  response: listResponse(permissionDefinition),
  errors: [],
})

export const createTeamPermissionDefinition = defineAccountEndpoint({
  method: 'POST',
  path: '/team-permission-definitions',
  access: 'admin',
  summary: 'Create a team permission.',
  body: createBody,
  maxBodyBytes: largeBodyBytes,
  response: permissionDefinition,
  status: 201,
  errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
})

export const updateTeamPermissionDefinition = defineAccountEndpoint({
  method: 'PATCH',
  path: '/team-permission-definitions/{id}',
  access: 'admin',
  summary: 'Change a team permission. A new id is applied wherever the permission is used.',
  params: definitionParams,
  body: updateBody,
  maxBodyBytes: largeBodyBytes,
  response: permissionDefinition,
  errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
  plainTextErrors: [400],
})

export const deleteTeamPermissionDefinition = defineAccountEndpoint({
  method: 'DELETE',
  path: '/team-permission-definitions/{id}',
  access: 'admin',
  summary: 'Delete a team permission, with all its grants and its uses in other permissions.',
  params: definitionParams,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})

export const listProjectPermissionDefinitions = defineAccountEndpoint({
  method: 'GET',
  path: '/project-permission-definitions',
  access: 'admin',
  summary: 'List the project permissions, sorted by id.',
  response: listResponse(permissionDefinition),
  errors: [],
})

export const createProjectPermissionDefinition = defineAccountEndpoint({
  method: 'POST',
  path: '/project-permission-definitions',
  access: 'admin',
  summary: 'Create a project permission.',
  body: createBody,
  maxBodyBytes: largeBodyBytes,
  response: permissionDefinition,
  status: 201,
  errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
})

export const updateProjectPermissionDefinition = defineAccountEndpoint({
  method: 'PATCH',
  path: '/project-permission-definitions/{id}',
  access: 'admin',
  summary: 'Change a project permission. A new id is applied wherever the permission is used.',
  params: definitionParams,
  body: updateBody,
  maxBodyBytes: largeBodyBytes,
  response: permissionDefinition,
  errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
  plainTextErrors: [400],
})

export const deleteProjectPermissionDefinition = defineAccountEndpoint({
  method: 'DELETE',
  path: '/project-permission-definitions/{id}',
  access: 'admin',
  summary: 'Delete a project permission, with all its grants and its uses in other permissions.',
  params: definitionParams,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
})
