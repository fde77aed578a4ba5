import type { ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import { compareCaseInsensitive } from '@parley/primitives'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listPermissionDefinitions, type PermissionScope } from '../index.ts'
import { serializePermissionDefinition } from './serialize-definition.ts'

type List =
  | typeof permissionDefinitions.listTeamPermissionDefinitions
  | typeof permissionDefinitions.listProjectPermissionDefinitions

export async function listDefinitions(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
  scope: PermissionScope,
): Promise<ResponseOf<List>> {
  const definitions = await listPermissionDefinitions(database, project.id, scope)
  const items = definitions
    .map(serializePermissionDefinition)
    .sort((a, b) => compareCaseInsensitive(a.id, b.id))
  return { items, is_paginated: false }
}
