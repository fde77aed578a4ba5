import { required } from '@parley/primitives'
import { hashToken } from '@parley/server'
import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../../../platform/database/index.ts'

export interface KeySet {
  readonly id: string
  readonly projectId: string
  readonly description: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly publishableLastFour: string | null
  readonly secretLastFour: string | null
  readonly adminLastFour: string | null
}

/** Plaintext keys of a key set: shown once, stored hashed. */
export interface PlaintextKeys {
  readonly publishableClientKey?: string
  readonly secretServerKey?: string
  readonly superSecretAdminKey?: string
}

export interface NewKeySet {
  readonly id: string
  readonly projectId: string
  readonly description: string
  readonly expiresAt: Date
  readonly plaintextKeys: PlaintextKeys
}

export type KeyAccessType = 'client' | 'server' | 'admin'

const hashColumn = {
  client: 'publishable_hash',
  server: 'secret_hash',
  admin: 'admin_hash',
} as const satisfies Record<KeyAccessType, string>

/** Inserts a key set. No-op if the id or a key exists. */
export async function insertKeySet(database: Database, draft: NewKeySet, now: Date): Promise<void> {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = draft.plaintextKeys
  await database
    .insertInto('project_key_sets')
    .values({
      id: draft.id,
      project_id: draft.projectId,
      description: draft.description,
      created_at: now,
      expires_at: draft.expiresAt,
      revoked_at: null,
      ...toHashColumns('publishable', publishableClientKey),
      ...toHashColumns('secret', secretServerKey),
      ...toHashColumns('admin', superSecretAdminKey),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Query for the unexpired, unrevoked key sets of a project that `key` belongs to. */
export function selectValidKeySets(
  database: Database,
  projectId: string,
  accessType: KeyAccessType,
  key: string,
  now: Date,
) {
  return selectKeySets(database, projectId, accessType, key)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
}

/** Returns the id of the key set that `key` belongs to, even if it is expired or revoked; or null. */
export async function findKeySetId(
  database: Database,
  projectId: string,
  accessType: KeyAccessType,
  key: string,
): Promise<string | null> {
  const row = await selectKeySets(database, projectId, accessType, key).executeTakeFirst()
  return row?.id ?? null
}

function selectKeySets(database: Database, projectId: string, accessType: KeyAccessType, key: string) {
  return database
    .selectFrom('project_key_sets')
    .select('id')
    .where(hashColumn[accessType], '=', hashToken(key))
    .where('project_id', '=', projectId)
}

/**
 * Returns whether `key` currently grants `accessType` to `projectId`: it belongs to the project, is unexpired
 * and unrevoked.
 */
export async function isValidKey(
  database: Database,
  projectId: string,
  accessType: KeyAccessType,
  key: string,
  now: Date,
): Promise<boolean> {
  const row = await selectValidKeySets(database, projectId, accessType, key, now).executeTakeFirst()
  return row !== undefined
}

/** Lists key sets of a project, newest first, or the one with `id`. */
export async function findKeySets(database: Database, projectId: string, id?: string): Promise<KeySet[]> {
  const rows = await database
    .selectFrom('project_key_sets')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(id !== undefined, (query) => query.where('id', '=', required(id, 'the id')))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toKeySet)
}

/**
 * Updates the given columns. Revoking again does not change the revocation time. Returns null if the key set
 * does not exist.
 */
export async function updateKeySetRow(
  database: Database,
  projectId: string,
  id: string,
  { description, revokedAt }: { readonly description?: string; readonly revokedAt?: Date },
): Promise<KeySet | null> {
  const row = await database
    .updateTable('project_key_sets')
    .set((column) => ({
      description: description ?? column.ref('description'),
      revoked_at: column.fn.coalesce('revoked_at', column.val(revokedAt ?? null)),
    }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toKeySet(row) : null
}

function toHashColumns<N extends string>(name: N, text: string | undefined) {
  return {
    [`${name}_hash`]: text === undefined ? null : hashToken(text),
    [`${name}_last_four`]: text?.slice(-4) ?? null,
  } as Record<`${N}_hash`, string | null> & Record<`${N}_last_four`, string | null>
}

type KeySetRow = Selectable<AccountTables['project_key_sets']>

function toKeySet(row: KeySetRow): KeySet {
  return {
    id: row.id,
    projectId: row.project_id,
    description: row.description,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    publishableLastFour: row.publishable_last_four,
    secretLastFour: row.secret_last_four,
    adminLastFour: row.admin_last_four,
  }
}
