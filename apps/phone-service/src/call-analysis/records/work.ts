import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { isDue, type Lease, listDueWorkspaces, toTakeColumns } from '../../leased-work/index.ts'
import { selectProviderOwners } from '../../model-providers/records/index.ts'

type Database = Kysely<PhoneTables>

/** An analysis that a node has taken. */
export interface TakenAnalysis {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  readonly version: number
  readonly requestedAt: Date
  /** Including this one. */
  readonly attempts: number
  readonly unendedAttempts: number
}

/** Returns the workspaces with analyses that a node can take. */
export async function listWorkspacesWithAnalyses(database: Database, now: Date) {
  const rows = database.selectFrom('call_analyses').selectAll()
  const providers = selectProviderOwners(database, 'analysis')
  return await listDueWorkspaces(database, { rows, providers, isReadable: sql<boolean>`true` }, now)
}

/** Takes the analysis of a workspace that has waited longest. */
export async function takeAnalysis(
  database: Database,
  lease: Lease,
  workspaceId: string,
): Promise<TakenAnalysis | null> {
  const next = database
    .selectFrom('call_analyses as work')
    .select('work.id')
    .where('work.workspace_id', '=', workspaceId)
    .where(isDue(lease.now))
    .orderBy('work.due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await database
    .updateTable('call_analyses')
    .set(toTakeColumns(lease))
    .where('id', '=', next)
    .returning(['id', 'call_id', 'workspace_id', 'version', 'requested_at', 'attempts', 'unended_attempts'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    version: row.version,
    requestedAt: row.requested_at,
    attempts: row.attempts,
    unendedAttempts: row.unended_attempts,
  }
}

/**
 * Returns calls of a workspace that ended since a time, whose complete transcript has lines and no
 * analysis, and of which no user has deleted one.
 */
export async function listCallsToAnalyse(
  database: Database,
  { workspaceId, since, max }: { readonly workspaceId: string; readonly since: Date; readonly max: number },
): Promise<string[]> {
  const rows = await database
    .selectFrom('calls')
    .innerJoin('transcriptions', 'transcriptions.call_id', 'calls.id')
    .select('calls.id')
    .where('calls.workspace_id', '=', workspaceId)
    .where('calls.has_recording', '=', true)
    .where('transcriptions.analysis_deleted_at', 'is', null)
    .where('calls.ended_at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('transcript_lines').select('id').whereRef('call_id', '=', 'calls.id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('call_analyses').select('id').whereRef('call_id', '=', 'calls.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transcription_tracks')
            .select('recording_id')
            .whereRef('call_id', '=', 'calls.id')
            .where('state', '<>', 'done'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transcription_chunks')
            .select('id')
            .whereRef('call_id', '=', 'calls.id')
            .where('state', '<>', 'done'),
        ),
      ),
    )
    .orderBy('calls.ended_at', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}
