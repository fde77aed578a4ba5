import { PhoneError } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { CallEvent, CallState } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { hasAnyNumber, isMissed, isOwnedBy } from './call-conditions.ts'
import { insertCallEvents } from './call-events.ts'
import { publishCallChanges } from './publish-call.ts'
import {
  type CallReader,
  type CallReaderWithRole,
  columns,
  isAudibleCall,
  isReadableCall,
  type StoredCall,
  toStateRow,
  toStoredCall,
} from './stored-call.ts'

type Database = Kysely<PhoneTables>

/** Inserts a call with the events that have led to its state. */
export async function insertCall(
  transaction: Database,
  call: StoredCall,
  events: readonly CallEvent[] = [],
): Promise<void> {
  await transaction
    .insertInto('calls')
    .values({
      id: call.id,
      workspace_id: call.workspaceId,
      node_id: call.nodeId,
      epoch: call.epoch,
      conference_id: call.conferenceId,
      inviting_leg_id: call.invitingLegId,
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
  const numbered = events.map((event, index) => ({ number: index + 1, event }))
  await insertCallEvents(transaction, call.id, numbered)
  await publishCallChanges(transaction, call, [
    'call.started',
    ...(call.state.phase === 'ended' ? (['call.ended'] as const) : []),
  ])
}

/**
 * Adds a reserved call slot to a call.
 *
 * @throws {PhoneError} `CALL_ENDED`, because the slot would never be released
 */
export async function addSlotToCall(database: Database, id: string, slotId: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('calls')
    .set({ slot_ids: sql<string[]>`array_append(slot_ids, ${slotId}::uuid)` })
    .where('id', '=', id)
    .where('phase', '!=', 'ended')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new PhoneError('CALL_ENDED', { callId: id })
}

/**
 * Saves the fields that change during a call, with its version, and publishes its answer and its end. No-op when the stored
 * call has ended, belongs to another node or epoch, or has this version or a later one. Returns whether it was saved.
 */
export async function saveCall(
  database: Database,
  call: StoredCall,
  recordings: 'recorded' | 'not-recorded',
): Promise<boolean> {
  const before = database.selectFrom('calls').select(['id', 'answered_at']).where('id', '=', call.id)
  const saved = await database
    .updateTable('calls')
    .from(before.as('before'))
    .set({ ...toStateRow(call), has_recording: recordings === 'recorded' })
    .whereRef('calls.id', '=', 'before.id')
    .where('calls.phase', '!=', 'ended')
    .where('calls.node_id', '=', call.nodeId)
    .where('calls.epoch', '=', call.epoch)
    .where('calls.version', '<', call.version)
    .returning('before.answered_at')
    .executeTakeFirst()
  if (!saved) return false
  const { answeredAt, phase } = call.state
  const changes = [
    ...(saved.answered_at === null && answeredAt !== null ? (['call.answered'] as const) : []),
    ...(phase === 'ended' ? (['call.ended'] as const) : []),
  ]
  await publishCallChanges(database, call, changes)
  return true
}

/**
 * Moves the calls of a conference to another one of the workspace, and the slots of a call that is merged into
 * another one to that call.
 */
export async function mergeStoredCalls(
  database: Database,
  { into, from }: { readonly into: StoredCall; readonly from: StoredCall },
): Promise<void> {
  await database
    .updateTable('calls')
    .set({ conference_id: into.conferenceId })
    .where('workspace_id', '=', into.workspaceId)
    .where('conference_id', '=', from.conferenceId)
    .execute()
  const slotIds = [...into.slotIds, ...from.slotIds]
  await database.updateTable('calls').set({ slot_ids: slotIds }).where('id', '=', into.id).execute()
  await database.updateTable('calls').set({ slot_ids: [] }).where('id', '=', from.id).execute()
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

/**
 * Returns a call that a user may read, or null: the user's own one, one that is assigned to them, or any call of the
 * workspace for an administrator.
 */
export async function findReadableCall(
  database: Database,
  reader: CallReaderWithRole,
  id: string,
): Promise<StoredCall | null> {
  const call = await findCall(database, reader.workspaceId, id)
  return call && isReadableCall(call, reader) ? call : null
}

/** Returns a call that a user may read, and whose audio they may hear, or null. */
export async function findAudibleCall(
  database: Database,
  reader: CallReaderWithRole,
  id: string,
): Promise<StoredCall | null> {
  const call = await findReadableCall(database, reader, id)
  return call && isAudibleCall(call, reader) ? call : null
}

/** Returns the calls of conferences, in the order in which they began. */
export async function listCallsOfConferences(
  database: Database,
  workspaceId: string,
  conferenceIds: readonly string[],
): Promise<StoredCall[]> {
  if (conferenceIds.length === 0) return []
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('conference_id', 'in', conferenceIds)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(toStoredCall)
}

/** Counts the calls of a conference, including those that have ended. */
export async function countCallsOfConference(database: Database, conferenceId: string): Promise<number> {
  const { count } = await database
    .selectFrom('calls')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('conference_id', '=', conferenceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the user's missed calls since `since`. */
export async function countMissed(
  database: Database,
  { workspaceId, userId }: CallReader,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('calls')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(isMissed)
    .where('started_at', '>', since)
    .where(isOwnedBy(workspaceId, userId))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the notes of the user's latest call with `number` that has notes; empty when there is none. */
export async function findLastNotes(
  database: Database,
  { workspaceId, userId }: CallReader,
  number: string,
): Promise<string> {
  const row = await database
    .selectFrom('calls')
    .select('notes')
    .where('workspace_id', '=', workspaceId)
    .where(isOwnedBy(workspaceId, userId))
    .where(hasAnyNumber(workspaceId, [number]))
    .where('notes', '!=', '')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.notes ?? ''
}

/** Returns users of a workspace, beginning with those whose last answered call ended first, or who had none. */
export async function listIdleUsers(
  database: Database,
  workspaceId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const members = sql<{ user_id: string; position: string }>`unnest(${[...userIds]}::uuid[]) with ordinality`
  const rows = await database
    .selectFrom(members.as<'member'>(sql`member (user_id, position)`))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('calls')
          .select('ended_at')
          .where('workspace_id', '=', workspaceId)
          .whereRef('calls.user_id', '=', 'member.user_id')
          .where('ended_at', 'is not', null)
          .where('answered_at', 'is not', null)
          .orderBy('ended_at', 'desc')
          .limit(1)
          .as('last_call'),
      (join) => join.onTrue(),
    )
    .select('member.user_id')
    .orderBy('last_call.ended_at', (order) => order.asc().nullsFirst())
    .orderBy('member.position')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Deletes up to `max` calls of a workspace that ended before a moment, except those with recordings, whose audio is
 * deleted first. Returns their ids.
 */
export async function deleteEndedCalls(
  database: Database,
  { workspaceId, endedBefore, max }: { workspaceId: string; endedBefore: Date; max: number },
): Promise<string[]> {
  const some = database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', '<', endedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('recordings').select('id').whereRef('call_id', '=', 'calls.id'))),
    )
    .limit(max)
    .forUpdate()
    .skipLocked()
  const deleted = await database.deleteFrom('calls').where('id', 'in', some).returning('id').execute()
  return deleted.map(({ id }) => id)
}

export async function hasCalls(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
