import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { type TimerChange, type TimerData, timerData } from './timer-data.ts'

type Database = Kysely<PhoneTables>

/** A node in its epoch. */
interface NodeInEpoch {
  readonly nodeId: string
  readonly epoch: number
}

/** A timer that is set, by the clock of the database, so that the clocks of the nodes have no effect on it. */
interface PendingTimer {
  readonly callId: string
  readonly name: string
  /** 0 or less when it is due. */
  readonly dueInMs: number
}

const dueInMs = sql<number>`(extract(epoch from due_at - clock_timestamp()) * 1000)::float8`

/** Changes the timers of a call, in the transaction that saves what causes it. */
export async function saveTimers(
  transaction: Database,
  { id: callId, nodeId, epoch }: NodeInEpoch & { readonly id: string },
  changes: readonly TimerChange[],
): Promise<void> {
  for (const change of changes) {
    if (change.type === 'clear') {
      await transaction
        .deleteFrom('call_timers')
        .where('call_id', '=', callId)
        .where('name', '=', change.name)
        .execute()
      continue
    }
    const timer = {
      node_id: nodeId,
      epoch,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${change.afterMs / 1000})`,
      data: JSON.stringify(change.data),
    }
    await transaction
      .insertInto('call_timers')
      .values({ call_id: callId, name: change.name, ...timer })
      .onConflict((conflict) => conflict.columns(['call_id', 'name']).doUpdateSet(timer))
      .execute()
  }
}

/** Deletes the timers of a call that has ended, in the transaction that saves its end. */
export async function deleteTimersOfCall(transaction: Database, callId: string): Promise<void> {
  await transaction.deleteFrom('call_timers').where('call_id', '=', callId).execute()
}

/** Returns the timers of the calls of a node that are due first. */
export async function listFirstTimers(
  database: Database,
  { nodeId, epoch }: NodeInEpoch,
  limit: number,
): Promise<PendingTimer[]> {
  const rows = await database
    .selectFrom('call_timers')
    .select(['call_id', 'name', dueInMs.as('due_in_ms')])
    .where('node_id', '=', nodeId)
    .where('epoch', '=', epoch)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ callId: row.call_id, name: row.name, dueInMs: row.due_in_ms }))
}

/** Returns the data of a timer that is due; null when it has been cleared, or set again for later. */
export async function findDueTimer(
  database: Database,
  callId: string,
  name: string,
): Promise<TimerData | null> {
  const row = await database
    .selectFrom('call_timers')
    .select('data')
    .where('call_id', '=', callId)
    .where('name', '=', name)
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row ? timerData.parse(row.data) : null
}
