import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface VerificationKey {
  readonly workspaceId: string
  readonly id: string
}

/** A number that a workspace verifies or has verified. */
export interface StoredVerification extends VerificationKey {
  readonly number: string
  readonly country: string | null
  readonly label: string
  readonly state: 'pending' | 'verified' | 'failed'
  /** Null unless the state is `pending`. */
  readonly codeHash: Buffer | null
  readonly tries: number
  readonly calls: number
  readonly calledAt: Date
  readonly expiresAt: Date
  readonly callId: string
  readonly startedBy: string
  readonly startedByName: string | null
  readonly createdAt: Date
  readonly verifiedAt: Date | null
}

/** Returns the verifications of a workspace, the latest first. */
export async function listVerifications(
  database: Database,
  workspaceId: string,
): Promise<StoredVerification[]> {
  const rows = await database
    .selectFrom('phone_verifications')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toVerification)
}

/** Returns the verified numbers of a workspace, in the order in which they were added. */
export async function listVerifiedNumbers(
  database: Database,
  workspaceId: string,
): Promise<Pick<StoredVerification, 'number' | 'label'>[]> {
  return await database
    .selectFrom('phone_verifications')
    .select(['number', 'label'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'verified')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns whether a workspace has verified a number, and not removed it. */
export async function isVerified(database: Database, workspaceId: string, number: string): Promise<boolean> {
  const row = await database
    .selectFrom('phone_verifications')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .where('state', '=', 'verified')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the attempts to verify a number that did not succeed, with their labels. */
export async function deleteUnverified(
  transaction: Database,
  workspaceId: string,
  number: string,
): Promise<void> {
  await transaction
    .deleteFrom('phone_verifications')
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .where('state', '<>', 'verified')
    .execute()
}

/** Makes concurrent changes of the list of a workspace wait until the transaction ends. */
export async function lockVerifications(transaction: Database, workspaceId: string): Promise<void> {
  const lockName = `phone verifications of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

export async function countVerifications(database: Database, workspaceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('phone_verifications')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the verifications of a workspace. */
export async function deleteVerifications(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('phone_verifications').where('workspace_id', '=', workspaceId).execute()
}

/** Returns a verification of a workspace, or null. Until the transaction ends, no other one can change it. */
export async function findVerification(
  transaction: Database,
  { workspaceId, id }: VerificationKey,
): Promise<StoredVerification | null> {
  const row = await transaction
    .selectFrom('phone_verifications')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toVerification(row) : null
}

export async function findVerificationByNumber(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<StoredVerification | null> {
  const row = await database
    .selectFrom('phone_verifications')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? toVerification(row) : null
}

export async function insertVerification(database: Database, stored: StoredVerification): Promise<void> {
  await database
    .insertInto('phone_verifications')
    .values({
      id: stored.id,
      workspace_id: stored.workspaceId,
      number: stored.number,
      country: stored.country,
      label: stored.label,
      created_at: stored.createdAt,
      ...toCallRow(stored),
    })
    .execute()
}

/** Saves the properties that a further call changes. */
export async function saveVerificationCall(database: Database, stored: StoredVerification): Promise<void> {
  await database
    .updateTable('phone_verifications')
    .set(toCallRow(stored))
    .where('id', '=', stored.id)
    .execute()
}

/** Saves the result of a code that was keyed in. */
export async function saveVerificationResult(
  database: Database,
  { id, state, codeHash, tries, verifiedAt }: StoredVerification,
): Promise<void> {
  await database
    .updateTable('phone_verifications')
    .set({ state, code_hash: codeHash, tries, verified_at: verifiedAt })
    .where('id', '=', id)
    .execute()
}

export async function saveVerificationLabel(database: Database, id: string, label: string): Promise<void> {
  await database.updateTable('phone_verifications').set({ label }).where('id', '=', id).execute()
}

/** Deletes a verification. Returns it, or null when it does not exist. */
export async function deleteVerification(
  database: Database,
  { workspaceId, id }: VerificationKey,
): Promise<StoredVerification | null> {
  const row = await database
    .deleteFrom('phone_verifications')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toVerification(row) : null
}

function toCallRow(stored: StoredVerification) {
  return {
    state: stored.state,
    code_hash: stored.codeHash,
    tries: stored.tries,
    calls: stored.calls,
    called_at: stored.calledAt,
    expires_at: stored.expiresAt,
    call_id: stored.callId,
    started_by: stored.startedBy,
    started_by_name: stored.startedByName,
    verified_at: stored.verifiedAt,
  }
}

type VerificationRow = Selectable<PhoneTables['phone_verifications']>

function toVerification(row: VerificationRow): StoredVerification {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    number: row.number,
    country: row.country,
    label: row.label,
    state: row.state,
    codeHash: row.code_hash,
    tries: row.tries,
    calls: row.calls,
    calledAt: row.called_at,
    expiresAt: row.expires_at,
    callId: row.call_id,
    startedBy: row.started_by,
    startedByName: row.started_by_name,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
  }
}
