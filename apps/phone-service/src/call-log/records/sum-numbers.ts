import { type Kysely, sql } from 'kysely'
import { type ChargePeriod, selectSettledCharges } from '../../charges/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { isMissed } from './call-conditions.ts'
import { type CallPeriod, isOfPeriod } from './sum-calls.ts'

/** The ended calls of a number of the workspace: those that it received, and those of which it was the caller ID. */
export interface NumberTotals {
  /** Null for calls without a number. */
  readonly number: string | null
  readonly incoming: number
  readonly outgoing: number
  readonly answered: number
  readonly missed: number
  /** The median of how long callers waited until a call was answered. Null if none was. */
  readonly waitSeconds: number | null
  /** Talk time. */
  readonly seconds: number
}

/** Returns the sums of the ended calls of a period by number, those with the most calls first. */
export async function sumNumbers(database: Kysely<PhoneTables>, period: CallPeriod): Promise<NumberTotals[]> {
  return await database
    .selectFrom('calls')
    .select([
      'own_number as number',
      sql<number>`count(*) filter (where direction = 'incoming')::int`.as('incoming'),
      sql<number>`count(*) filter (where direction = 'outgoing')::int`.as('outgoing'),
      sql<number>`count(answered_at)::int`.as('answered'),
      sql<number>`count(*) filter (where ${isMissed})::int`.as('missed'),
      sql<
        number | null
      >`(percentile_cont(0.5) within group (order by extract(epoch from answered_at - started_at))
        filter (where direction = 'incoming' and answered_at is not null))::int`.as('waitSeconds'),
      sql<number>`coalesce(sum(extract(epoch from ended_at - answered_at)), 0)::int`.as('seconds'),
    ])
    .where(isOfPeriod(period))
    .groupBy('own_number')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('own_number')
    .execute()
}

/** Returns the costs of a period by the number of the workspace whose calls they belong to. */
export async function sumCostsOfNumbers(
  database: Kysely<PhoneTables>,
  period: ChargePeriod,
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await selectSettledCharges(database, period)
    .innerJoin('calls', 'calls.id', 'call_charges.call_id')
    .select(['calls.own_number as number', ({ fn }) => fn.sum<string>('cost_micros').as('spend')])
    .groupBy('calls.own_number')
    .execute()
  return new Map(rows.map(({ number, spend }) => [number, Number(spend)]))
}
