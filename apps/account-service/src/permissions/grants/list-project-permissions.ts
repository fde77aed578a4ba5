import type { ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listEffectiveProjectPermissions } from '../index.ts'
import { ownUserErrors } from './own-user-errors.ts'

type ListProject = typeof permissions.listProjectPermissions

export async function listProjectPermissions(
  { database }: Pick<Services, 'database'>,
  request: EndpointRequest<ListProject>,
): Promise<ResponseOf<ListProject>> {
  const { project, query } = request
  requireOwnUser(request, query.user_id, ownUserErrors)
  const held = await listEffectiveProjectPermissions(database, {
    projectId: project.id,
    userId: query.user_id,
    permissionId: query.permission_id,
    depth: query.recursive ? 'effective' : 'granted',
  })
  const items = held.map((grant) => ({ id: grant.permissionId, user_id: grant.userId }))
  return { items, is_paginated: false }
}
