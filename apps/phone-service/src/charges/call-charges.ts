import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { type CallPrice, computeCostMicros } from '../prices/index.ts'

type Database = Kysely<PhoneTables>

/** A leg that a trunk of a workspace dials, with its price. */
export interface NewCharge {
  /** Also the id of its call slot. */
  readonly legId: string
  readonly callId: string
  readonly workspaceId: string
  readonly userId: string | null
  readonly number: string
  readonly country: string | null
  /** The date in the time zone of the workspace: `2026-11-23`. */
  readonly day: string
  /** Null when the price table has none for the number. */
  readonly price: CallPrice | null
  readonly reservedSeconds: number
}

/** A leg that may still be talking. */
export interface OpenCharge extends NewCharge {
  readonly costMicros: number
  /** When the trunk has answered, in epoch milliseconds; null before. */
  readonly answeredAt: number | null
}

export async function insertCharge(transaction: Database, charge: NewCharge): Promise<void> {
  const { price, reservedSeconds } = charge
  await transaction
    .insertInto('call_charges')
    .values({
      leg_id: charge.legId,
      call_id: charge.callId,
      workspace_id: charge.workspaceId,
      user_id: charge.userId,
      number: charge.number,
      country: charge.country,
      day: charge.day,
      currency: price?.currency ?? null,
      per_minute_micros: price?.perMinuteMicros ?? null,
      setup_fee_micros: price?.setupFeeMicros ?? null,
      first_seconds: price?.firstSeconds ?? null,
      increment_seconds: price?.incrementSeconds ?? null,
      reserved_seconds: reservedSeconds,
      seconds: null,
      cost_micros: price ? computeCostMicros(price, reservedSeconds) : 0,
    })
    .execute()
}

/** Returns a leg that has not been settled, or null. */
export async function findOpenCharge(database: Database, legId: string): Promise<OpenCharge | null> {
  const row = await database
    .selectFrom('call_charges')
    .selectAll()
    .where('leg_id', '=', legId)
    .where('seconds', 'is', null)
    .executeTakeFirst()
  return row ? toOpenCharge(row) : null
}

/** Moves the legs of a call that have not been settled to the call into which it is merged. */
export async function moveOpenCharges(
  transaction: Database,
  fromCallId: string,
  toCallId: string,
): Promise<void> {
  await transaction
    .updateTable('call_charges')
    .set({ call_id: toCallId })
    .where('call_id', '=', fromCallId)
    .where('seconds', 'is', null)
    .execute()
}

/** Returns the legs of a call that have not been settled, and locks them until the end of the transaction. */
export async function lockOpenCharges(transaction: Database, callId: string): Promise<OpenCharge[]> {
  const rows = await transaction
    .selectFrom('call_charges')
    .selectAll()
    .where('call_id', '=', callId)
    .where('seconds', 'is', null)
    .orderBy('leg_id')
    .forUpdate()
    .execute()
  return rows.map(toOpenCharge)
}

/** Saves when the trunk of a leg has answered. Returns the leg if it was settled as unanswered, or null. */
export async function saveAnswerTime(
  transaction: Database,
  legId: string,
  answeredAt: Date,
): Promise<OpenCharge | null> {
  const row = await transaction
    .updateTable('call_charges')
    .set({ answered_at: answeredAt })
    .where('leg_id', '=', legId)
    .returningAll()
    .executeTakeFirst()
  return row?.seconds === 0 ? toOpenCharge(row) : null
}

/** Reserves time for a leg, unless it was settled. */
export async function saveReservation(
  transaction: Database,
  legId: string,
  { reservedSeconds, costMicros }: { reservedSeconds: number; costMicros: number },
): Promise<void> {
  await transaction
    .updateTable('call_charges')
    .set({ reserved_seconds: reservedSeconds, cost_micros: costMicros })
    .where('leg_id', '=', legId)
    .where('seconds', 'is', null)
    .execute()
}

/** Saves how long a leg took and its cost, unless it was settled as answered before. */
export async function saveSettlement(
  database: Database,
  legId: string,
  { seconds, costMicros }: { seconds: number; costMicros: number },
): Promise<void> {
  await database
    .updateTable('call_charges')
    .set({ seconds, cost_micros: costMicros })
    .where('leg_id', '=', legId)
    .where((where) => where.or([where('seconds', 'is', null), where('seconds', '=', 0)]))
    .execute()
}

/** Returns the seconds of a day, and its cost in one currency, with what running calls have reserved. */
export async function sumDay(
  database: Database,
  workspaceId: string,
  { day, currency }: { day: string; currency: string | null },
): Promise<{ seconds: number; costMicros: number }> {
  const row = await database
    .selectFrom('call_charges')
    .select([
      sql<string>`coalesce(sum(coalesce(seconds, reserved_seconds)), 0)`.as('seconds'),
      sql<string>`coalesce(sum(cost_micros) filter (where currency = ${currency}), 0)`.as('costMicros'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return { seconds: Number(row.seconds), costMicros: Number(row.costMicros) }
}

/** Returns the costs of calls by currency. */
export async function listCosts(
  database: Database,
  callIds: readonly string[],
): Promise<{ callId: string; currency: string; amountMicros: number }[]> {
  if (callIds.length === 0) return []
  const rows = await database
    .selectFrom('call_charges')
    .select(['call_id', 'currency', (select) => select.fn.sum<string>('cost_micros').as('amount')])
    .where('call_id', 'in', callIds)
    .where('currency', 'is not', null)
    .groupBy(['call_id', 'currency'])
    .orderBy('currency')
    .execute()
  return rows.flatMap(({ call_id: callId, currency, amount }) =>
    currency === null ? [] : [{ callId, currency, amountMicros: Number(amount) }],
  )
}

/** Removes a number from the costs of a call. */
export async function removeNumberFromCharges(
  transaction: Database,
  callId: string,
  number: string,
): Promise<void> {
  await transaction
    .updateTable('call_charges')
    .set({ number: '' })
    .where('call_id', '=', callId)
    .where('number', '=', number)
    .execute()
}

type ChargeRow = Selectable<PhoneTables['call_charges']>

function toOpenCharge(row: ChargeRow): OpenCharge {
  return {
    legId: row.leg_id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    number: row.number,
    country: row.country,
    day: row.day,
    price: toPrice(row),
    reservedSeconds: row.reserved_seconds,
    costMicros: Number(row.cost_micros),
    answeredAt: row.answered_at?.getTime() ?? null,
  }
}

function toPrice(row: ChargeRow): OpenCharge['price'] {
  const { currency, first_seconds: firstSeconds, increment_seconds: incrementSeconds } = row
  if (currency === null || firstSeconds === null || incrementSeconds === null) return null
  return {
    currency,
    perMinuteMicros: Number(row.per_minute_micros),
    setupFeeMicros: Number(row.setup_fee_micros),
    firstSeconds,
    incrementSeconds,
  }
}
