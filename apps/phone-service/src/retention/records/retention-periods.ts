import type { retention } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface StoredRetention {
  readonly workspaceId: string
  readonly periods: retention.RetentionPeriods
  /** When expired data is deleted next. */
  readonly dueAt: Date
}

export async function findRetention(
  database: Database,
  workspaceId: string,
): Promise<StoredRetention | null> {
  const row = await database
    .selectFrom('retention_periods')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toRetention(row) : null
}

export async function saveRetentionRow(
  database: Database,
  { workspaceId, periods, dueAt }: StoredRetention,
): Promise<void> {
  const row = {
    recording_days: periods.recordingDays,
    voicemail_days: periods.voicemailDays,
    transcript_days: periods.transcriptDays,
    call_days: periods.callDays,
    due_at: dueAt,
  }
  await database
    .insertInto('retention_periods')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** Takes a workspace whose expired data is to be deleted. Until `leaseEnd`, no other node takes it. */
export async function takeDueRetention(
  database: Database,
  { now, leaseEnd }: { readonly now: Date; readonly leaseEnd: Date },
): Promise<StoredRetention | null> {
  const row = await database
    .updateTable('retention_periods')
    .set({ due_at: leaseEnd })
    .where('workspace_id', '=', ({ selectFrom }) =>
      selectFrom('retention_periods')
        .select('workspace_id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ? toRetention(row) : null
}

/** Locks the periods of a turn. Returns false when an administrator has changed them since it began. */
export async function lockRetention(
  transaction: Database,
  { workspaceId, dueAt }: Pick<StoredRetention, 'workspaceId' | 'dueAt'>,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('retention_periods')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .where('due_at', '=', dueAt)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Sets when expired data of a workspace is deleted next, unless an administrator has changed that since. */
export async function saveRetentionTime(
  database: Database,
  { workspaceId, dueAt }: StoredRetention,
  next: Date,
): Promise<void> {
  await database
    .updateTable('retention_periods')
    .set({ due_at: next })
    .where('workspace_id', '=', workspaceId)
    .where('due_at', '=', dueAt)
    .execute()
}

export async function deleteRetention(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('retention_periods').where('workspace_id', '=', workspaceId).execute()
}

type RetentionRow = Selectable<PhoneTables['retention_periods']>

function toRetention(row: RetentionRow): StoredRetention {
  return {
    workspaceId: row.workspace_id,
    periods: {
      recordingDays: row.recording_days,
      voicemailDays: row.voicemail_days,
      transcriptDays: row.transcript_days,
      callDays: row.call_days,
    },
    dueAt: row.due_at,
  }
}
