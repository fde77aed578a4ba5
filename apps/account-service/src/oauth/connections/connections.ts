import { required } from '@parley/primitives'
import { type Selectable, sql, type Transaction } from 'kysely'
import {
  type AccountTables,
  type Database,
  isConstraintViolation,
  maxListRows,
} from '../../platform/database/index.ts'

/** A provider account linked to a user. */
export interface Connection {
  readonly id: string
  readonly projectId: string
  readonly userId: string
  readonly providerId: string
  readonly accountId: string
  readonly email: string | null
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  readonly createdAt: Date
}

/**
 * Constraints: an account is linked to a user once, signs in one user per project, and a user signs in with
 * one account per provider.
 */
const constraints = {
  once: 'oauth_connections_account_once',
  signIn: 'oauth_connections_sign_in',
  oneSignIn: 'oauth_connections_one_sign_in',
  userExists: 'oauth_connections_project_id_user_id_fkey',
} as const

export type ConnectionConflict = keyof typeof constraints

/** Returns the violated constraint of connections, or null for other errors. */
export function findConnectionConflict(error: unknown): ConnectionConflict | null {
  const names = Object.keys(constraints) as ConnectionConflict[]
  return names.find((name) => isConstraintViolation(error, constraints[name])) ?? null
}

export async function insertConnection(database: Database, connection: Connection): Promise<void> {
  await database
    .insertInto('oauth_connections')
    .values({
      id: connection.id,
      project_id: connection.projectId,
      user_id: connection.userId,
      provider_id: connection.providerId,
      account_id: connection.accountId,
      email: connection.email,
      allow_sign_in: connection.allowSignIn,
      allow_connected_accounts: connection.allowConnectedAccounts,
      created_at: connection.createdAt,
    })
    .execute()
}

/** Serialises concurrent logins with the same provider account until the transaction ends. */
export async function lockProviderAccount(
  transaction: Transaction<AccountTables>,
  projectId: string,
  { providerId, accountId }: Pick<Connection, 'providerId' | 'accountId'>,
): Promise<void> {
  const account = JSON.stringify(['account at a provider', projectId, providerId, accountId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`.execute(transaction)
}

/**
 * Query that returns the connection with which a user signs in at a provider, and takes a shared row lock.
 *
 * @param linkedBefore When it must already have existed; null for any time.
 */
export function selectLockedConnection(
  database: Database,
  { userId, providerId }: Pick<Connection, 'userId' | 'providerId'>,
  linkedBefore: Date | null,
) {
  const connection = database
    .selectFrom('oauth_connections')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)
    .where('allow_sign_in', '=', true)
    .forShare()
  return linkedBefore ? connection.where('created_at', '<=', linkedBefore) : connection
}

/**
 * Returns the connection that a provider account signs in with, or null. It takes a shared row lock: who removes the
 * connection, and then the codes of the user, waits for a code that is being created.
 */
export async function findSignInConnection(
  database: Database,
  projectId: string,
  { providerId, accountId }: Pick<Connection, 'providerId' | 'accountId'>,
): Promise<Connection | null> {
  const row = await database
    .selectFrom('oauth_connections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .where('allow_sign_in', '=', true)
    .forShare()
    .executeTakeFirst()
  return row ? toConnection(row) : null
}

/** Returns connections of a project, oldest first, filtered by user, provider or id. */
export async function listConnections(
  database: Database,
  projectId: string,
  filter: { readonly userId?: string; readonly providerId?: string; readonly id?: string },
): Promise<Connection[]> {
  const rows = await database
    .selectFrom('oauth_connections')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(filter.userId !== undefined, (query) =>
      query.where('user_id', '=', required(filter.userId, 'the user id')),
    )
    .$if(filter.providerId !== undefined, (query) =>
      query.where('provider_id', '=', required(filter.providerId, 'the provider id')),
    )
    .$if(filter.id !== undefined, (query) => query.where('id', '=', required(filter.id, 'the id')))
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListRows)
    .execute()
  return rows.map(toConnection)
}

export type ConnectionChanges = Partial<
  Pick<Connection, 'accountId' | 'email' | 'allowSignIn' | 'allowConnectedAccounts'>
>

/** Updates a connection of a user. Returns the updated one, or null if there is none. */
export async function updateConnection(
  database: Database,
  { id, userId }: Pick<Connection, 'id' | 'userId'>,
  changes: ConnectionChanges,
): Promise<Connection | null> {
  const row = await database
    .updateTable('oauth_connections')
    .set(({ ref }) => ({
      // Assigned to itself if it is not changed, so that an empty update is a valid statement.
      account_id: changes.accountId ?? ref('account_id'),
      email: changes.email,
      allow_sign_in: changes.allowSignIn,
      allow_connected_accounts: changes.allowConnectedAccounts,
    }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row ? toConnection(row) : null
}

/** Deletes a connection of a user and, by cascade, its provider tokens. Returns whether there was one. */
export async function deleteConnection(
  database: Database,
  { id, userId }: Pick<Connection, 'id' | 'userId'>,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('oauth_connections')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes all connections of a user and, by cascade, their provider tokens. */
export async function deleteUserConnections(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('oauth_connections').where('user_id', '=', userId).execute()
}

type ConnectionRow = Selectable<AccountTables['oauth_connections']>

function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    projectId: row.project_id,
    userId: row.user_id,
    providerId: row.provider_id,
    accountId: row.account_id,
    email: row.email,
    allowSignIn: row.allow_sign_in,
    allowConnectedAccounts: row.allow_connected_accounts,
    createdAt: row.created_at,
  }
}
