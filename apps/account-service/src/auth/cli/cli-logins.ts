import { randomUUID } from 'node:crypto'
import { hashToken } from '@parley/server'
import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'

export interface CliLogin {
  readonly id: string
  readonly projectId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly ip: string
  readonly userAgent: string | null
  readonly sessionId: string | null
  readonly sealedRefreshToken: string | null
  readonly completedAt: Date | null
  readonly collectedAt: Date | null
}

interface CliLoginInput {
  readonly projectId: string
  readonly pollingCode: string
  readonly loginCode: string
  readonly ip: string
  readonly userAgent: string | null
  readonly expiresAt: Date
}

export async function insertCliLogin(database: Database, draft: CliLoginInput, now: Date): Promise<void> {
  await database
    .insertInto('cli_logins')
    .values({
      id: randomUUID(),
      project_id: draft.projectId,
      polling_hash: hashToken(draft.pollingCode),
      login_hash: hashToken(draft.loginCode),
      created_at: now,
      expires_at: draft.expiresAt,
      ip: draft.ip,
      user_agent: draft.userAgent,
    })
    .execute()
}

/** Returns a login by one of its codes, or null. */
export async function findCliLogin(
  database: Database,
  projectId: string,
  by: { readonly pollingCode: string } | { readonly loginCode: string },
): Promise<CliLogin | null> {
  const query = database.selectFrom('cli_logins').selectAll().where('project_id', '=', projectId)
  const row = await ('pollingCode' in by
    ? query.where('polling_hash', '=', hashToken(by.pollingCode))
    : query.where('login_hash', '=', hashToken(by.loginCode))
  ).executeTakeFirst()
  return row ? toCliLogin(row) : null
}

/**
 * Stores the sealed refresh token for collection, in one conditional update. Returns whether this call did
 * it.
 */
export async function approveCliLogin(
  database: Database,
  id: string,
  { sessionId, sealedRefreshToken }: { readonly sessionId: string; readonly sealedRefreshToken: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('cli_logins')
    .set({ session_id: sessionId, sealed_refresh_token: sealedRefreshToken, completed_at: now })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends a login that is not approved, in one conditional update. Returns whether this call did it. */
export async function expireCliLogin(database: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('cli_logins')
    .set({ expires_at: now })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Marks a login as collected and clears its refresh token, in one conditional update. Returns whether this
 * call did it.
 */
export async function collectCliLogin(database: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('cli_logins')
    .set({ sealed_refresh_token: null, collected_at: now })
    .where('id', '=', id)
    .where('collected_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Deletes logins that expired before `moment`. Expired logins are retained until then, so that they can be
 * told apart from unknown ones.
 */
export async function deleteCliLoginsExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('cli_logins').where('expires_at', '<', moment).execute()
}

type CliLoginRow = Selectable<AccountTables['cli_logins']>

function toCliLogin(row: CliLoginRow): CliLogin {
  return {
    id: row.id,
    projectId: row.project_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ip: row.ip,
    userAgent: row.user_agent,
    sessionId: row.session_id,
    sealedRefreshToken: row.sealed_refresh_token,
    completedAt: row.completed_at,
    collectedAt: row.collected_at,
  }
}
