import { KnownError } from '@parley/contract'
import type { Access } from '../platform/request-context/index.ts'
import type { User } from '../users/records/index.ts'
import { internalProjectId } from './records/index.ts'

/**
 * Returns the signed-in user of the project `internal`.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, EXPECTED_INTERNAL_PROJECT
 */
export function requireOwner({ project, user }: Pick<Access, 'project' | 'user'>): User {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (project.id !== internalProjectId) throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  return user
}
