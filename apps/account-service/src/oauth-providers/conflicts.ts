import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import type { Database } from '../database/index.ts'
import {
  type Connection,
  type ConnectionConflict,
  conflictOf,
  findSignInConnection,
  listConnections,
} from '../oauth-connections/index.ts'

type Wanted = Pick<
  Connection,
  'id' | 'project_id' | 'user_id' | 'provider_id' | 'account_id' | 'allow_sign_in'
>

/**
 * Throws if a connection conflicts with others, in the order of the contract.
 *
 * @throws {TextError} 400
 * @throws {KnownError} OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN
 */
export async function refuseConflicts(database: Database, wanted: Wanted): Promise<void> {
  const { id, project_id, user_id: userId, provider_id: providerId } = wanted
  const ofUser = await listConnections(database, project_id, { userId, providerId })
  const others = ofUser.filter((other) => other.id !== id)
  if (wanted.allow_sign_in && others.some((other) => other.allow_sign_in)) throw explained('oneSignIn')
  if (others.some((other) => other.account_id === wanted.account_id)) throw explained('once')
  if (!wanted.allow_sign_in) return
  const known = await findSignInConnection(database, project_id, wanted)
  if (known && known.id !== id) throw explained('signIn')
}

/** Maps a constraint violation of a concurrent request to the error of the contract. */
export function explainConflict(error: unknown): unknown {
  const conflict = conflictOf(error)
  return conflict ? explained(conflict) : error
}

function explained(conflict: ConnectionConflict): Error {
  switch (conflict) {
    case 'oneSignIn':
      return new TextError(400, 'The user already signs in with another account of this provider.')
    case 'once':
      return new TextError(400, 'This account is already linked to the user.')
    case 'signIn':
      return new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
    case 'userExists':
      return new KnownError('USER_NOT_FOUND')
  }
}
