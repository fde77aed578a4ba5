import { type Kysely, sql } from 'kysely'
import type { CallState } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { columns, type StoredCall, toStateRow, toStoredCall } from '../records/stored-call.ts'
import { withoutNumberInJson } from './scrub-json.ts'

type Database = Kysely<PhoneTables>

/** Returns an ended call, and locks it until the transaction ends; null while it runs. */
export async function lockEndedCall(transaction: Database, id: string): Promise<StoredCall | null> {
  const row = await transaction
    .selectFrom('calls')
    .select(columns)
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? toStoredCall(row) : null
}

/** Returns a call without a number and without the texts of members about it. Times and other parties remain. */
export function withoutNumber(call: StoredCall, number: string, erasedAt: Date): StoredCall {
  const isCaller = call.number === number
  return {
    ...withoutNumberInState(call, number),
    number: isCaller ? null : call.number,
    callerName: isCaller ? null : call.callerName,
    ownNumber: call.ownNumber === number ? null : call.ownNumber,
    notes: '',
    tags: [],
    erasedAt,
  }
}

/** Returns a call in whose state a number is no more, in any property: a step of the routing or a mark may have it too. */
export function withoutNumberInState(call: StoredCall, number: string): StoredCall {
  const { transfer, forwarding, ...state } = call.state
  const scrubbed: CallState = {
    ...state,
    ...(transfer && transfer.number !== number && { transfer }),
    ...(forwarding && forwarding.number !== number && forwarding.from !== number && { forwarding }),
  }
  return { ...call, state: withoutNumberInJson(scrubbed, number) as CallState }
}

/** Returns a call without the name of a user. Who took part is known by id only. */
export function withoutNameOfUser(call: StoredCall, userId: string): StoredCall {
  const { state, assignment } = call
  const { parked, recordingDeleted } = state
  return {
    ...call,
    userName: call.userId === userId ? null : call.userName,
    assignment: assignment?.userId === userId ? { ...assignment, userName: null } : assignment,
    state: {
      ...state,
      legs: state.legs.map((leg) => (leg.userId === userId ? { ...leg, userName: null } : leg)),
      ...(parked?.userId === userId && { parked: { ...parked, userName: null } }),
      ...(recordingDeleted?.byUserId === userId && {
        recordingDeleted: { ...recordingDeleted, byName: null },
      }),
    },
  }
}

/** Replaces an ended call, and the data of its events. Who may read it does not change. */
export async function saveScrubbedCall(
  transaction: Database,
  call: StoredCall,
  scrub: (data: unknown) => unknown,
): Promise<void> {
  const { owner_ids: _, ...row } = toStateRow({ ...call, version: call.version + 1 })
  await transaction
    .updateTable('calls')
    .set({
      ...row,
      number: call.number,
      caller_name: call.callerName,
      own_number: call.ownNumber,
      assigned_user_name: call.assignment?.userName ?? null,
      ...(call.erasedAt && { erased_at: call.erasedAt }),
    })
    .where('id', '=', call.id)
    .execute()
  await scrubEvents(transaction, call.id, scrub)
}

/** Replaces the state of an ended call and the data of its events where they change. Returns whether any did. */
export async function saveScrubbedState(
  transaction: Database,
  call: StoredCall,
  scrub: (data: unknown) => unknown,
): Promise<boolean> {
  const { owner_ids: _, ...row } = toStateRow({ ...call, version: call.version + 1 })
  const { numUpdatedRows } = await transaction
    .updateTable('calls')
    .set(row)
    .where('id', '=', call.id)
    .where(sql<boolean>`state <> ${JSON.stringify(call.state)}::jsonb`)
    .executeTakeFirst()
  return (await scrubEvents(transaction, call.id, scrub)) > 0 || numUpdatedRows > 0n
}

/** Replaces the data of the events of a call where it changes. Returns how many did. */
async function scrubEvents(
  transaction: Database,
  callId: string,
  scrub: (data: unknown) => unknown,
): Promise<number> {
  const events = await transaction
    .selectFrom('call_events')
    .select(['number', 'data'])
    .where('call_id', '=', callId)
    .execute()
  const changed = events
    .map(({ number, data }) => ({ number, before: JSON.stringify(data), after: JSON.stringify(scrub(data)) }))
    .filter(({ before, after }) => before !== after)
  for (const { number, after } of changed)
    await transaction
      .updateTable('call_events')
      .set({ data: after })
      .where('call_id', '=', callId)
      .where('number', '=', number)
      .execute()
  return changed.length
}
