import { type Kysely, type Selectable, sql } from 'kysely'
import type { CallState } from '../call-state/index.ts'
import { buildSearchPatterns, buildSearchText } from '../database/search-text.ts'
import type { PhoneTables } from '../database/tables.ts'
import { toNationalDigits } from '../numbering-plan/index.ts'

type Database = Kysely<PhoneTables>

/** A call as stored in the database. */
export interface StoredCall {
  readonly id: string
  readonly workspaceId: string
  readonly nodeId: string
  /** The remote party: the dialled number, or the number of the caller. Null when withheld or not a number. */
  readonly number: string | null
  /** Display name from the caller's network, or its text in place of a number. */
  readonly callerName: string | null
  readonly ownNumber: string | null
  readonly country: string | null
  /** The user for whom an incoming call rings; null when it rings for all members of the workspace. */
  readonly ringUserId: string | null
  readonly userId: string | null
  readonly userName: string | null
  readonly notes: string
  /** All call slots that the call has reserved. They are released when it ends. */
  readonly slotIds: readonly string[]
  readonly state: CallState
}

const columns = [
  'id',
  'workspace_id',
  'node_id',
  'number',
  'caller_name',
  'own_number',
  'country',
  'ring_user_id',
  'user_id',
  'user_name',
  'notes',
  'slot_ids',
  'state',
] as const

export async function insertCall(database: Database, call: StoredCall): Promise<void> {
  await database
    .insertInto('calls')
    .values({
      id: call.id,
      workspace_id: call.workspaceId,
      node_id: call.nodeId,
      number: call.number,
      caller_name: call.callerName,
      own_number: call.ownNumber,
      country: call.country,
      ring_user_id: call.ringUserId,
      started_at: new Date(call.state.startedAt),
      direction: call.state.direction,
      slot_ids: [...call.slotIds],
      ...toStateRow(call),
    })
    .execute()
}

/** Adds a reserved call slot to a call. */
export async function addSlotToCall(database: Database, id: string, slotId: string): Promise<void> {
  await database
    .updateTable('calls')
    .set({ slot_ids: sql<string[]>`array_append(slot_ids, ${slotId}::uuid)` })
    .where('id', '=', id)
    .execute()
}

/** Saves the fields that change during a call. No-op when the stored call has ended. */
export async function saveCall(
  database: Database,
  call: StoredCall,
  recordings: 'recorded' | 'not-recorded',
): Promise<void> {
  await database
    .updateTable('calls')
    .set({ ...toStateRow(call), has_recording: recordings === 'recorded' })
    .where('id', '=', call.id)
    .where('phase', '!=', 'ended')
    .execute()
}

export async function findCall(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredCall | null> {
  const row = await database
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ? toStoredCall(row) : null
}

/** Saves who deleted the recordings of an ended call. */
export async function saveRecordingDeletion(
  database: Database,
  id: string,
  recordingDeleted: NonNullable<CallState['recordingDeleted']>,
): Promise<void> {
  await database
    .updateTable('calls')
    .set({
      has_recording: false,
      state: sql`state || ${JSON.stringify({ recordingDeleted })}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
}

/** Saves the notes of a call and its search text. */
export async function saveCallNotes(database: Database, call: StoredCall): Promise<void> {
  await database
    .updateTable('calls')
    .set({ notes: call.notes, search_text: buildCallSearchText(call) })
    .where('id', '=', call.id)
    .execute()
}

export interface CallFilter {
  readonly filter: 'all' | 'missed' | 'recorded'
  /** Matches notes, numbers and names of callers and users. */
  readonly search: string
  /** Calls with one of these numbers match, even if `search` does not. */
  readonly searchNumbers: readonly string[]
  /** Only calls with one of these numbers; null for all. */
  readonly onlyNumbers: readonly string[] | null
}

/** Returns a page of calls after the cursor `after`, the latest first. */
export async function listCallPage(
  database: Database,
  workspaceId: string,
  filter: CallFilter,
  page: { after: { startedAt: Date; id: string } | null; limit: number },
): Promise<StoredCall[]> {
  const patterns = buildSearchPatterns(filter.search)
  const { after } = page
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .$if(filter.filter === 'missed', (query) => query.where(isMissed))
    .$if(filter.filter === 'recorded', (query) => query.where('has_recording', '=', true))
    .$if(filter.onlyNumbers !== null, (query) => query.where(hasAnyNumber(filter.onlyNumbers ?? [])))
    .$if(patterns !== null, (query) =>
      query.where((where) =>
        where.or([
          where.and((patterns?.words ?? []).map((pattern) => where('search_text', 'like', pattern))),
          where('search_text', 'like', patterns?.joined ?? ''),
          hasAnyNumber(filter.searchNumbers),
        ]),
      ),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(started_at, id) < (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toStoredCall)
}

/** Counts the missed calls since `since` that rang for the user. */
export async function countMissed(
  database: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('calls')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(isMissed)
    .where('started_at', '>', since)
    .where((where) => where.or([where('ring_user_id', 'is', null), where('ring_user_id', '=', userId)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the notes of the latest call with `number` that has notes; empty when there is none. */
export async function findLastNotes(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<string> {
  const row = await database
    .selectFrom('calls')
    .select('notes')
    .where('workspace_id', '=', workspaceId)
    .where(hasAnyNumber([number]))
    .where('notes', '!=', '')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.notes ?? ''
}

/** Returns the calls of a node that have not ended. After a crash, these are the calls to recover. */
export async function listUnendedCalls(database: Database, nodeId: string): Promise<StoredCall[]> {
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('node_id', '=', nodeId)
    .where('phase', '!=', 'ended')
    .execute()
  return rows.map(toStoredCall)
}

/** Incoming and unanswered. A declined call is not missed, because the user saw it and chose. */
const isMissed = sql<boolean>`(
  direction = 'incoming' and phase = 'ended' and answered_at is null and end_reason is distinct from 'declined'
)`

function hasAnyNumber(numbers: readonly string[]) {
  return sql<boolean>`numbers && ${[...numbers]}::text[]`
}

function toStateRow(call: StoredCall) {
  const { state } = call
  return {
    user_id: call.userId,
    user_name: call.userName,
    notes: call.notes,
    phase: state.phase,
    state: JSON.stringify(state),
    answered_at: toDate(state.answeredAt),
    ended_at: toDate(state.endedAt),
    end_reason: state.endReason,
    numbers: collectNumbers(call),
    search_text: buildCallSearchText(call),
  }
}

function buildCallSearchText(call: StoredCall): string {
  const numbers = collectNumbers(call).flatMap((number) => [number.slice(1), toNationalDigits(number)])
  return buildSearchText([call.callerName ?? '', call.userName ?? '', ...numbers, call.notes])
}

function collectNumbers(call: StoredCall): string[] {
  const legNumbers = call.state.legs.map((leg) => leg.number)
  return [...new Set([call.number, ...legNumbers].filter((number) => number !== null))]
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}

type CallRow = Pick<Selectable<PhoneTables['calls']>, (typeof columns)[number]>

function toStoredCall(row: CallRow): StoredCall {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    nodeId: row.node_id,
    number: row.number,
    callerName: row.caller_name,
    ownNumber: row.own_number,
    country: row.country,
    ringUserId: row.ring_user_id,
    userId: row.user_id,
    userName: row.user_name,
    notes: row.notes,
    slotIds: row.slot_ids,
    state: row.state,
  }
}
