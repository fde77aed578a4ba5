import type { permissionDefinitions } from '@parley/contract/account'
import type { z } from 'zod'
import { compareTexts, type PermissionDefinition } from '../permissions/index.ts'

export function definitionShape({
  id,
  description,
  containedPermissionIds,
}: PermissionDefinition): z.infer<typeof permissionDefinitions.permissionDefinition> {
  return {
    id,
    ...(description ? { description } : {}),
    contained_permission_ids: [...containedPermissionIds].sort(compareTexts),
  }
}
