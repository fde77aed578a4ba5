import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import { closureOf, type PermissionDefinition } from '../permissions/index.ts'

/**
 * Refuses a definition that contains what there is not, or itself, however deep.
 *
 * @param others every definition of its scope, as they are before.
 * @throws {KnownError} CONTAINED_PERMISSION_NOT_FOUND
 * @throws {TextError} 400 for a circle.
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
    throw new TextError(400, 'A permission cannot contain itself, nor one that contains it.')
}
