import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface SelfTestRun {
  readonly workspaceId: string
  readonly id: string
  /** When it is over at the latest. */
  readonly endsAt: Date
}

/** Begins a run. Returns false, and changes nothing, while another one of the workspace is running. */
export async function insertRun(database: Database, run: SelfTestRun, now: Date): Promise<boolean> {
  const values = { id: run.id, ends_at: run.endsAt, finished_at: null }
  const row = await database
    .insertInto('self_test_runs')
    .values({ workspace_id: run.workspaceId, ...values })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet(values)
        .where(({ or, eb }) =>
          or([
            eb('self_test_runs.finished_at', 'is not', null),
            eb(sql.ref<Date>('self_test_runs.ends_at'), '<=', now),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function finishRun(database: Database, id: string, now: Date): Promise<void> {
  await database.updateTable('self_test_runs').set({ finished_at: now }).where('id', '=', id).execute()
}

/** Returns the id of the run of a workspace that is running; null when none is. */
export async function findActiveRun(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<string | null> {
  const row = await database
    .selectFrom('self_test_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('finished_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteRunsOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('self_test_runs').where('workspace_id', '=', workspaceId).execute()
}
