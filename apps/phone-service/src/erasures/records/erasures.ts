import type { erasures } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import type { DueWorkspace } from '../../leased-work/index.ts'

type Database = Kysely<PhoneTables>

/** An erasure, or the receipt of a complete one. */
export interface StoredErasure {
  readonly id: string
  readonly workspaceId: string
  readonly subject: erasures.Erasure['subject']
  /** Null once it is complete. */
  readonly subjectEncrypted: string | null
  readonly fingerprint: string
  readonly lastDigits: string | null
  readonly requestedBy: string
  readonly requestedByName: string | null
  readonly requestedAt: Date
  /** Of an erasure that a node has taken: the end of its lease. */
  readonly dueAt: Date
  readonly attempts: number
  readonly problem: erasures.Erasure['problem']
  readonly counts: Partial<erasures.ErasureCounts>
  readonly completedAt: Date | null
  /** Whether all calls were searched for mentions of a number. */
  readonly hasSearched: boolean
}

/** Why a complete erasure has not erased all, or null. */
export type ErasureOutcome = Extract<StoredErasure['problem'], 'audio-lost' | 'member-again'> | null

type NewErasure = Omit<StoredErasure, 'attempts' | 'problem' | 'counts' | 'completedAt' | 'hasSearched'>

/** Inserts an erasure. Returns false when one of the same data runs. */
export async function insertErasure(transaction: Database, erasure: NewErasure): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('erasures')
    .values({
      id: erasure.id,
      workspace_id: erasure.workspaceId,
      subject: erasure.subject,
      subject_encrypted: erasure.subjectEncrypted,
      fingerprint: erasure.fingerprint,
      last_digits: erasure.lastDigits,
      requested_by: erasure.requestedBy,
      requested_by_name: erasure.requestedByName,
      requested_at: erasure.requestedAt,
      due_at: erasure.dueAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Counts the erasures of a workspace that are not complete, and those of them that run: the others wait for files only.
 * Until the transaction ends, no other one that counts them can add one.
 */
export async function lockRunningErasures(
  transaction: Database,
  workspaceId: string,
): Promise<{ readonly running: number; readonly open: number }> {
  const lockName = `erasures of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { open, waiting } = await transaction
    .selectFrom('erasures')
    .select(({ fn }) => [
      fn.countAll<string>().as('open'),
      fn.countAll<string>().filterWhere('problem', '=', 'audio-not-deleted').as('waiting'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { running: Number(open) - Number(waiting), open: Number(open) }
}

interface ErasurePlace {
  readonly requestedAt: Date
  readonly id: string
}

/** Returns a page of the erasures of a workspace, the latest first. */
export async function listErasureRows(
  database: Database,
  workspaceId: string,
  { after, limit }: { readonly after: ErasurePlace | null; readonly limit: number },
): Promise<StoredErasure[]> {
  const rows = await database
    .selectFrom('erasures')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(requested_at, id) < (${after?.requestedAt ?? new Date(0)}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toErasure)
}

export async function findErasure(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredErasure | null> {
  const row = await database
    .selectFrom('erasures')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toErasure(row) : null
}

/** Returns when the same data was last erased, or null. An erasure that was stopped has erased a part of it. */
export async function findLastErasure(
  database: Database,
  workspaceId: string,
  fingerprint: string,
): Promise<Date | null> {
  const row = await database
    .selectFrom('erasures')
    .select('completed_at')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .where('completed_at', 'is not', null)
    .where(sql<boolean>`outcome is distinct from 'member-again'`)
    .orderBy('completed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.completed_at ?? null
}

/** Returns the workspaces with due erasures, each with who requested the one that is due first. */
export async function listWorkspacesWithErasures(database: Database, now: Date): Promise<DueWorkspace[]> {
  const rows = await database
    .selectFrom('erasures')
    .select(['workspace_id', 'requested_by'])
    .distinctOn('workspace_id')
    .where('completed_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('workspace_id')
    .orderBy('due_at')
    .execute()
  return rows.map((row) => ({ workspaceId: row.workspace_id, ownerId: row.requested_by }))
}

/** Takes an erasure of a workspace that is due. Until `leaseEnd`, no other node takes it. */
export async function takeDueErasure(
  database: Database,
  workspaceId: string,
  { now, leaseEnd }: { readonly now: Date; readonly leaseEnd: Date },
): Promise<StoredErasure | null> {
  const row = await database
    .updateTable('erasures')
    .set({ due_at: leaseEnd })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('erasures')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('completed_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? toErasure(row) : null
}

/** Locks an erasure that this node has taken. Returns false when its lease has ended, or its workspace was deleted. */
export async function lockTakenErasure(
  transaction: Database,
  { id, dueAt }: Pick<StoredErasure, 'id' | 'dueAt'>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('erasures')
    .select('id')
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Extends the lease of a locked erasure, and adds to what it has deleted. */
export async function saveProgress(
  transaction: Database,
  id: string,
  { counts, leaseEnd }: { readonly counts: StoredErasure['counts']; readonly leaseEnd: Date },
): Promise<void> {
  await transaction
    .updateTable('erasures')
    .set({
      due_at: leaseEnd,
      counts: sql`counts || (
        select coalesce(jsonb_object_agg(key, value::integer + coalesce((counts ->> key)::integer, 0)), '{}')
        from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
      )`,
    })
    .where('id', '=', id)
    .execute()
}

/** Saves the subject of a locked erasure, of which more is known. */
export async function saveSubject(
  transaction: Database,
  id: string,
  subjectEncrypted: string,
): Promise<void> {
  await transaction
    .updateTable('erasures')
    .set({ subject_encrypted: subjectEncrypted })
    .where('id', '=', id)
    .execute()
}

/** Saves when a taken erasure is due again, and why. */
export async function postponeErasure(
  database: Database,
  { id, dueAt }: Pick<StoredErasure, 'id' | 'dueAt'>,
  next: { readonly dueAt: Date; readonly problem: StoredErasure['problem']; readonly attempts: number },
): Promise<void> {
  await database
    .updateTable('erasures')
    .set({ due_at: next.dueAt, problem: next.problem, attempts: sql<number>`${next.attempts}::integer` })
    .where('id', '=', id)
    .where('due_at', '=', dueAt)
    .where('completed_at', 'is', null)
    .execute()
}

/** Completes a locked erasure: whose data it was is not known any more. Returns the receipt. */
export async function completeErasure(
  transaction: Database,
  id: string,
  { completedAt, outcome }: { readonly completedAt: Date; readonly outcome: ErasureOutcome },
): Promise<StoredErasure> {
  const row = await transaction
    .updateTable('erasures')
    .set({ completed_at: completedAt, subject_encrypted: null, problem: null, outcome })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toErasure(row)
}

/** Deletes the receipts of erasures that were complete before a time. */
export async function deleteReceiptsBefore(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('erasures').where('completed_at', '<', before).execute()
}

export async function deleteErasuresOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('erasures').where('workspace_id', '=', workspaceId).execute()
}

type ErasureRow = Selectable<PhoneTables['erasures']>

function toErasure(row: ErasureRow): StoredErasure {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    subject: row.subject,
    subjectEncrypted: row.subject_encrypted,
    fingerprint: row.fingerprint,
    lastDigits: row.last_digits,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at,
    dueAt: row.due_at,
    attempts: row.attempts,
    problem: row.outcome ?? row.problem,
    counts: row.counts,
    completedAt: row.completed_at,
    hasSearched: row.has_searched,
  }
}
