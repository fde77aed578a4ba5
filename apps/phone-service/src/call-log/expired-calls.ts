import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The expired data of calls. The message of a caller is no recording here. */
export type ExpiredKind = 'recordings' | 'voicemails' | 'transcripts' | 'calls'

interface Expired {
  readonly workspaceId: string
  readonly kind: ExpiredKind
  readonly endedBefore: Date
}

/** Returns calls with data of a kind that ended before a time, the earliest first. */
export async function listExpiredCalls(database: Database, expired: Expired, max: number): Promise<string[]> {
  const rows = await selectExpired(database, expired).select('id').orderBy('ended_at').limit(max).execute()
  return rows.map(({ id }) => id)
}

/** Counts the calls with data of a kind that ended before a time. */
export async function countExpiredCalls(
  database: Database,
  expired: Expired,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const { count, oldest } = await selectExpired(database, expired)
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('ended_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestAt: oldest }
}

function selectExpired(
  database: Database,
  { workspaceId, kind, endedBefore }: Expired,
): SelectQueryBuilder<PhoneTables, 'calls', object> {
  const calls = database
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', '<', endedBefore)
  switch (kind) {
    case 'recordings':
      return calls.where(({ and, not, exists, selectFrom }) =>
        and([
          exists(
            selectFrom('recordings')
              .select('id')
              .whereRef('call_id', '=', 'calls.id')
              .where('state', '!=', 'writing')
              .where('deleted_at', 'is', null),
          ),
          not(exists(selectFrom('voicemails').select('call_id').whereRef('call_id', '=', 'calls.id'))),
        ]),
      )
    case 'voicemails':
      return calls.where(({ exists, selectFrom }) =>
        exists(selectFrom('voicemails').select('call_id').whereRef('call_id', '=', 'calls.id')),
      )
    case 'transcripts':
      return calls.where(({ exists, selectFrom }) =>
        exists(selectFrom('transcriptions').select('call_id').whereRef('call_id', '=', 'calls.id')),
      )
    case 'calls':
      return calls
  }
}
