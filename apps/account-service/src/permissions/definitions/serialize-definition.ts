import type { permissionDefinitions } from '@parley/contract/account'
import { compareCaseInsensitive } from '@parley/primitives'
import type { z } from 'zod'
import type { PermissionDefinition } from '../index.ts'

export function serializePermissionDefinition({
  id,
  description,
  containedPermissionIds,
}: PermissionDefinition): z.infer<typeof permissionDefinitions.permissionDefinition> {
  return {
    id,
    ...(description ? { description } : {}),
    contained_permission_ids: [...containedPermissionIds].sort(compareCaseInsensitive),
  }
}
