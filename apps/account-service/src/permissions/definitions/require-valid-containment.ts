import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import { expandPermissions, type PermissionDefinition } from '../index.ts'

/**
 * Rejects a definition that contains an undefined permission or, transitively, itself.
 *
 * @param others all current definitions of the scope.
 * @throws {KnownError} CONTAINED_PERMISSION_NOT_FOUND
 * @throws {PlainTextError} 400 for a cycle.
 */
export function requireValidContainment(
  { id, containedPermissionIds }: Pick<PermissionDefinition, 'id' | 'containedPermissionIds'>,
  others: readonly PermissionDefinition[],
): void {
  const byId = new Map(others.map((definition) => [definition.id, definition]))
  const missing = containedPermissionIds.find((contained) => !byId.has(contained))
  if (missing !== undefined)
    throw new KnownError('CONTAINED_PERMISSION_NOT_FOUND', { permission_id: missing })
  if (expandPermissions(containedPermissionIds, byId).has(id))
    throw new PlainTextError(400, 'A permission cannot contain itself or a permission that contains it.')
}
