import type { AnnouncementLanguage } from '@parley/call-engine'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { CallState } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** An announcement to one leg. */
export interface Announced {
  /** The id of the player. */
  readonly id: string
  readonly legId: string
  readonly announcementId: string | null
  readonly language: AnnouncementLanguage | null
  readonly sha256: string | null
  readonly startedAt: Date
  readonly end: { readonly at: Date; readonly outcome: 'played' | 'interrupted' | 'failed' } | null
}

/** An announcement with the call and the participant, as the call has them now. */
export interface LedgerRecord extends Announced {
  readonly callId: string
  readonly callStartedAt: Date
  readonly userId: string | null
  readonly userName: string | null
  readonly number: string | null
}

/** Stores announcements of a call, those that have ended since too. The end of one never changes. */
export async function saveAnnounced(
  database: Database,
  { callId, workspaceId }: { readonly callId: string; readonly workspaceId: string },
  announced: readonly Announced[],
): Promise<void> {
  if (announced.length === 0) return
  await database
    .insertInto('recording_announcements')
    .values(
      announced.map((each) => ({
        id: each.id,
        call_id: callId,
        workspace_id: workspaceId,
        leg_id: each.legId,
        announcement_id: each.announcementId,
        language: each.language,
        sha256: each.sha256,
        started_at: each.startedAt,
        ended_at: each.end?.at ?? null,
        outcome: each.end?.outcome ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ ended_at: ref('excluded.ended_at'), outcome: ref('excluded.outcome') }))
        .where('recording_announcements.ended_at', 'is', null),
    )
    .execute()
}

/** Moves the announcements of a call that is merged into another one, with its legs. */
export async function moveAnnounced(
  transaction: Database,
  fromCallId: string,
  toCallId: string,
): Promise<void> {
  await transaction
    .updateTable('recording_announcements')
    .set({ call_id: toCallId })
    .where('call_id', '=', fromCallId)
    .execute()
}

export async function listAnnouncedOfCall(
  database: Database,
  callId: string,
  max: number,
): Promise<LedgerRecord[]> {
  const rows = await selectLedger(database)
    .where('recording_announcements.call_id', '=', callId)
    .orderBy('recording_announcements.started_at')
    .orderBy('recording_announcements.id')
    .limit(max)
    .execute()
  return rows.map(toRecord)
}

export interface LedgerFilter {
  readonly filter: 'all' | 'played' | 'incomplete'
  readonly from: Date | null
  readonly until: Date | null
}

/** Returns a page of the announcements of a workspace, the latest first. */
export async function listAnnounced(
  database: Database,
  workspaceId: string,
  {
    filter,
    from,
    until,
    after,
    limit,
  }: LedgerFilter & {
    readonly after: { readonly startedAt: Date; readonly id: string } | null
    readonly limit: number
  },
): Promise<LedgerRecord[]> {
  let query = selectLedger(database).where('recording_announcements.workspace_id', '=', workspaceId)
  // Each is the condition of an index, so that a page reads no entries that the filter excludes.
  if (filter === 'played') query = query.where(sql<boolean>`outcome = 'played'`)
  if (filter === 'incomplete') query = query.where(sql<boolean>`outcome is distinct from 'played'`)
  if (from) query = query.where('recording_announcements.started_at', '>=', from)
  if (until) query = query.where('recording_announcements.started_at', '<', until)
  if (after)
    query = query.where(
      sql<boolean>`(recording_announcements.started_at, recording_announcements.id) < (${after.startedAt}::timestamptz, ${after.id}::uuid)`,
    )
  const rows = await query
    .orderBy('recording_announcements.started_at', 'desc')
    .orderBy('recording_announcements.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

function selectLedger(database: Database) {
  return database
    .selectFrom('recording_announcements')
    .innerJoin('calls', 'calls.id', 'recording_announcements.call_id')
    .selectAll('recording_announcements')
    .select(['calls.started_at as call_started_at', 'calls.state'])
}

type LedgerRow = Selectable<PhoneTables['recording_announcements']> & {
  readonly call_started_at: Date
  readonly state: CallState
}

function toRecord(row: LedgerRow): LedgerRecord {
  const leg = row.state.legs.find(({ id }) => id === row.leg_id)
  return {
    id: row.id,
    callId: row.call_id,
    callStartedAt: row.call_started_at,
    legId: row.leg_id,
    userId: leg?.userId ?? null,
    userName: leg?.userName ?? null,
    number: leg?.number ?? null,
    announcementId: row.announcement_id,
    language: row.language,
    sha256: row.sha256,
    startedAt: row.started_at,
    end: row.ended_at && row.outcome && { at: row.ended_at, outcome: row.outcome },
  }
}
