import type { Kysely } from 'kysely'
import type { CallEvent } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/**
 * Further events change the call without being stored, except its end, because users and far ends can mute, hold
 * and reconnect without end.
 */
const maxEvents = 5_000

/** An event that has changed a call. */
export interface NumberedCallEvent {
  /** Consecutive within the call, from 1. */
  readonly number: number
  readonly event: CallEvent
}

/** Returns whether an event is stored after `count` others of its call. */
export function isStoredEvent({ type }: CallEvent, count: number): boolean {
  return count < maxEvents || type === 'ended'
}

/** Inserts events of a call, in the transaction that saves its state. Those that are stored already are ignored. */
export async function insertCallEvents(
  transaction: Database,
  callId: string,
  events: readonly NumberedCallEvent[],
): Promise<void> {
  if (events.length === 0) return
  await transaction
    .insertInto('call_events')
    .values(
      events.map(({ number, event: { type, at, ...data } }) => ({
        call_id: callId,
        number,
        at: new Date(at),
        type,
        data: JSON.stringify(data),
      })),
    )
    .onConflict((conflict) => conflict.columns(['call_id', 'number']).doNothing())
    .execute()
}
