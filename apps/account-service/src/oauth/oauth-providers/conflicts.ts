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
  'id' | 'project_id' | 'user_id' | 'provider_id' | 'account_id' | 'allow_sign_in'
>

/**
 * Throws if a connection conflicts with others, in the order of the contract.
 *
 * @throws {PlainTextError} 400
 * @throws {KnownError} OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN
 */
export async function requireNoConflict(database: Database, candidate: ConnectionCandidate): Promise<void> {
  const { id, project_id, user_id: userId, provider_id: providerId } = candidate
  const ofUser = await listConnections(database, project_id, { userId, providerId })
  const others = ofUser.filter((other) => other.id !== id)
  if (candidate.allow_sign_in && others.some((other) => other.allow_sign_in)) throw conflictError('oneSignIn')
  if (others.some((other) => other.account_id === candidate.account_id)) throw conflictError('once')
  if (!candidate.allow_sign_in) return
  const known = await findSignInConnection(database, project_id, candidate)
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
