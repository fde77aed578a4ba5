import { KnownError } from '@parley/contract'
import type { Database } from '../../platform/database/index.ts'
import { lockPermissionDefinition, type PermissionScope } from '../index.ts'

/**
 * Requires that a permission exists in a scope, and locks it against deletion until the caller's transaction
 * ends.
 *
 * @throws {KnownError} PERMISSION_NOT_FOUND, WRONG_PERMISSION_SCOPE
 */
export async function requireDefinition(
  transaction: Database,
  projectId: string,
  id: string,
  scope: PermissionScope,
): Promise<void> {
  const definition = await lockPermissionDefinition(transaction, projectId, id)
  if (!definition) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: id })
  if (definition.scope !== scope)
    throw new KnownError('WRONG_PERMISSION_SCOPE', {
      permission_id: id,
      expected_scope: scope,
      actual_scope: definition.scope,
    })
}
