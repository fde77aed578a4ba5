import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import { closureOf, type PermissionDefinition } from '../permissions/index.ts'

/**
 * Rejects a definition that contains an undefined permission or, transitively, itself.
 *
 * @param others all current definitions of the scope.
 * @throws {KnownError} CONTAINED_PERMISSION_NOT_FOUND
 * @throws {PlainTextError} 400 for a cycle.
 */
export function requireContained(
  { id, containedPermissionIds }: Pick<PermissionDefinition, 'id' | 'containedPermissionIds'>,
  others: readonly PermissionDefinition[],
): void {
  const byId = new Map(others.map((definition) => [definition.id, definition]))
  const missing = containedPermissionIds.find((contained) => !byId.has(contained))
  if (missing !== undefined)
    throw new KnownError('CONTAINED_PERMISSION_NOT_FOUND', { permission_id: missing })
  if (closureOf(containedPermissionIds, byId).has(id))
    throw new TextError(400, 'A permission cannot contain itself or a permission that contains it.')
}
