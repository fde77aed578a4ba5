import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The editable fields of a trunk. */
export interface TrunkFields {
  readonly name: string
  readonly host: string
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly username: string | null
  readonly registration: 'register' | 'none'
  readonly outboundProxy: string | null
  readonly mediaEncryption: 'off' | 'sdes'
  readonly allowsShortNumbers: boolean
  readonly allowsRefer: boolean
}

/** An encrypted password. `lastFour` is null when the password is short. */
export interface StoredPassword {
  readonly encrypted: string
  readonly lastFour: string | null
}

export interface StoredTrunk extends TrunkFields {
  readonly id: string
  readonly workspaceId: string
  readonly password: StoredPassword | null
  /** Replaced with each change. */
  readonly revision: string
  /** When its registrar first accepted its credentials; null before, and if it never registered with them. */
  readonly acceptedAt: Date | null
  readonly createdAt: Date
}

export async function listTrunks(database: Database, workspaceId: string): Promise<StoredTrunk[]> {
  const rows = await database
    .selectFrom('trunks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toTrunk)
}

/** Returns the trunk of a workspace that was created first, or null when it has none. */
export async function findOldestTrunk(database: Database, workspaceId: string): Promise<StoredTrunk | null> {
  const [oldest] = await listTrunks(database, workspaceId)
  return oldest ?? null
}

/** Returns the trunks of all workspaces. */
export async function listAllTrunks(database: Database): Promise<StoredTrunk[]> {
  const rows = await database.selectFrom('trunks').selectAll().orderBy('created_at').execute()
  return rows.map(toTrunk)
}

/** The part of a trunk by which a node notices that it has changed. */
export interface TrunkRevision {
  readonly id: string
  readonly workspaceId: string
  readonly revision: string
  readonly registration: 'register' | 'none'
  readonly isAccepted: boolean
}

/** Returns the revisions of the trunks of all workspaces. */
export async function listTrunkRevisions(database: Database): Promise<TrunkRevision[]> {
  const rows = await database
    .selectFrom('trunks')
    .select(['id', 'workspace_id', 'revision', 'registration', 'accepted_at'])
    .execute()
  return rows.map(({ id, workspace_id: workspaceId, revision, registration, accepted_at: acceptedAt }) => {
    return { id, workspaceId, revision, registration, isAccepted: isAccepted({ registration, acceptedAt }) }
  })
}

/** Selects the ids of the workspaces that have trunks, for another query. */
export function selectTrunkWorkspaces(database: Database) {
  return database.selectFrom('trunks').select('workspace_id')
}

/** Returns the ids of the workspaces that have trunks. */
export async function listTrunkWorkspaces(database: Database): Promise<string[]> {
  const rows = await selectTrunkWorkspaces(database).distinct().execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

export async function findTrunk(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredTrunk | null> {
  const row = await database
    .selectFrom('trunks')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toTrunk(row) : null
}

/** Returns the workspace that owns a trunk and whether it registers, or null. */
export async function findTrunkOwner(
  database: Database,
  id: string,
): Promise<{ readonly workspaceId: string; readonly registration: 'register' | 'none' } | null> {
  const row = await database
    .selectFrom('trunks')
    .select(['workspace_id', 'registration'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { workspaceId: row.workspace_id, registration: row.registration } : null
}

/** Until the transaction ends, no other one changes a trunk. */
export async function lockTrunk(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('trunks').select('id').where('id', '=', id).forShare().execute()
}

/** Inserts a trunk unless the workspace has `maxTrunks`. Returns whether it was inserted. */
export async function insertTrunk(
  transaction: Database,
  trunk: StoredTrunk,
  maxTrunks: number,
): Promise<boolean> {
  // Of two concurrent transactions, the second counts after the first has committed.
  const lockName = `trunks of ${trunk.workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const existing = await listTrunks(transaction, trunk.workspaceId)
  if (existing.length >= maxTrunks) return false
  await insertTrunkRow(transaction, trunk)
  return true
}

async function insertTrunkRow(database: Database, trunk: StoredTrunk): Promise<void> {
  await database
    .insertInto('trunks')
    .values({
      id: trunk.id,
      workspace_id: trunk.workspaceId,
      created_at: trunk.createdAt,
      ...toRow(trunk),
    })
    .execute()
}

/**
 * Returns whether a trunk counts beside those of other workspaces: its registrar has accepted its credentials, which may
 * be invented otherwise. Nothing proves those of a trunk without registration.
 */
export function isAccepted({
  registration,
  acceptedAt,
}: Pick<StoredTrunk, 'registration' | 'acceptedAt'>): boolean {
  return registration === 'none' || acceptedAt !== null
}

/** Saves that the registrar of a revision of a trunk has accepted it, and returns the trunk; null if it had before. */
export async function acceptTrunkRow(
  transaction: Database,
  { id, revision, at }: { readonly id: string; readonly revision: string; readonly at: Date },
): Promise<StoredTrunk | null> {
  const row = await transaction
    .updateTable('trunks')
    .set({ accepted_at: at })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('accepted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toTrunk(row) : null
}

/** Updates a trunk. Returns whether it exists. */
export async function replaceTrunk(database: Database, trunk: StoredTrunk): Promise<boolean> {
  const result = await database
    .updateTable('trunks')
    .set(toRow(trunk))
    .where('id', '=', trunk.id)
    .where('workspace_id', '=', trunk.workspaceId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes a trunk and its numbers. Returns whether it existed. */
export async function deleteTrunkRow(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const result = await database
    .deleteFrom('trunks')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

function toRow(trunk: StoredTrunk) {
  return {
    name: trunk.name,
    host: trunk.host,
    port: trunk.port,
    transport: trunk.transport,
    username: trunk.username,
    password_encrypted: trunk.password?.encrypted ?? null,
    password_last_four: trunk.password?.lastFour ?? null,
    registration: trunk.registration,
    outbound_proxy: trunk.outboundProxy,
    media_encryption: trunk.mediaEncryption,
    allows_short_numbers: trunk.allowsShortNumbers,
    allows_refer: trunk.allowsRefer,
    revision: trunk.revision,
    accepted_at: trunk.acceptedAt,
  }
}

type TrunkRow = Selectable<PhoneTables['trunks']>

function toTrunk(row: TrunkRow): StoredTrunk {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    host: row.host,
    port: row.port,
    transport: row.transport,
    username: row.username,
    password:
      row.password_encrypted === null
        ? null
        : { encrypted: row.password_encrypted, lastFour: row.password_last_four },
    registration: row.registration,
    outboundProxy: row.outbound_proxy,
    mediaEncryption: row.media_encryption,
    allowsShortNumbers: row.allows_short_numbers,
    allowsRefer: row.allows_refer,
    revision: row.revision,
    acceptedAt: row.accepted_at,
    createdAt: row.created_at,
  }
}
