import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import type { Database } from '../../platform/database/index.ts'
import {
  type Connection,
  type ConnectionConflict,
  findConnectionConflict,
  findSignInConnection,
  listConnections,
} from '../connections/index.ts'

type ConnectionCandidate = Pick<
  Connection,
  'id' | 'projectId' | 'userId' | 'providerId' | 'accountId' | 'allowSignIn'
>

/**
 * Throws if a connection conflicts with others, in the order of the contract.
 *
 * @throws {PlainTextError} 400
 * @throws {KnownError} OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN
 */
export async function requireNoConflict(database: Database, candidate: ConnectionCandidate): Promise<void> {
  const { id, projectId, userId, providerId } = candidate
  const ofUser = await listConnections(database, projectId, { userId, providerId })
  const others = ofUser.filter((other) => other.id !== id)
  if (candidate.allowSignIn && others.some((other) => other.allowSignIn)) throw conflictError('oneSignIn')
  if (others.some((other) => other.accountId === candidate.accountId)) throw conflictError('once')
  if (!candidate.allowSignIn) return
  const known = await findSignInConnection(database, projectId, candidate)
  if (known && known.id !== id) throw conflictError('signIn')
}

/** Maps a constraint violation of a concurrent request to the error of the contract. */
export function toConflictError(error: unknown): unknown {
  const conflict = findConnectionConflict(error)
  return conflict ? conflictError(conflict) : error
}

function conflictError(conflict: ConnectionConflict): Error {
  switch (conflict) {
    case 'oneSignIn':
      return new PlainTextError(400, 'The user already signs in with another account of this provider.')
    case 'once':
      return new PlainTextError(400, 'This account is already linked to the user.')
    case 'signIn':
      return new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
    case 'userExists':
      return new KnownError('USER_NOT_FOUND')
  }
}
