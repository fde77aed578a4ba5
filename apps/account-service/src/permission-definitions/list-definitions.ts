import type { ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { compareTexts, listPermissionDefinitions, type PermissionScope } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import { definitionShape } from './definition-shape.ts'

type List =
  | typeof permissionDefinitions.listTeamPermissionDefinitions
  | typeof permissionDefinitions.listProjectPermissionDefinitions

export async function listDefinitions(
  { database }: Pick<Services, 'database'>,
  { project }: ServedRequest<List>,
  scope: PermissionScope,
): Promise<ResponseOf<List>> {
  const definitions = await listPermissionDefinitions(database, project.id, scope)
  const items = definitions.map(definitionShape).sort((a, b) => compareTexts(a.id, b.id))
  return { items, is_paginated: false }
}
