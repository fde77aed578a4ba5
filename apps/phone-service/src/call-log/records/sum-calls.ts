import { type Kysely, sql } from 'kysely'
import {
  type ChargePeriod,
  type GroupKind,
  groupings,
  groupKind,
  selectSettledCharges,
  type UsageGrouping,
} from '../../charges/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { isMissed } from './call-conditions.ts'

/** The ended calls of a group. */
export interface CallTotals {
  readonly kind: GroupKind
  /** `2026-11-23`. */
  readonly day: string | null
  readonly userId: string | null
  /** The name of the user in one of the calls. */
  readonly userName: string | null
  readonly country: string | null
  readonly calls: number
  readonly answered: number
  readonly missed: number
  /** Talk time. */
  readonly seconds: number
}

/** Days of a workspace in its time zone, both included: `2026-11-23`. */
export interface CallPeriod {
  readonly workspaceId: string
  readonly timeZone: string
  readonly from: string
  readonly to: string
}

/** Returns the sums of the ended calls of a period. */
export async function sumCalls(
  database: Kysely<PhoneTables>,
  period: CallPeriod,
  grouping: UsageGrouping,
): Promise<CallTotals[]> {
  const { timeZone } = period
  const rows = await database
    .with('of_period', (query) =>
      query
        .selectFrom('calls')
        .select([
          sql<string>`(started_at at time zone ${timeZone})::date`.as('day'),
          'user_id',
          'user_name',
          'country',
          'answered_at',
          'ended_at',
          isMissed.as('is_missed'),
        ])
        .where(isOfPeriod(period)),
    )
    .selectFrom('of_period')
    .select([
      sql<string | null>`day::text`.as('day'),
      groupKind.as('kind'),
      'user_id as userId',
      'country',
      sql<string | null>`max(user_name)`.as('userName'),
      sql<number>`count(*)::int`.as('calls'),
      sql<number>`count(answered_at)::int`.as('answered'),
      sql<number>`count(*) filter (where is_missed)::int`.as('missed'),
      sql<number>`coalesce(sum(extract(epoch from ended_at - answered_at)), 0)::int`.as('seconds'),
    ])
    .groupBy(groupings[grouping])
    .execute()
  return rows
}

/** Returns whether a workspace has a call from before a period. Without one, it may be younger. */
export async function hasCallBefore(
  database: Kysely<PhoneTables>,
  { workspaceId, timeZone, from }: CallPeriod,
): Promise<boolean> {
  const call = await database
    .selectFrom('calls')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('started_at', '<', sql<Date>`(${from}::date)::timestamp at time zone ${timeZone}`)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}

/** Returns the sums of the ended calls of a period, on its last day up to the present time of day. */
export async function sumEarlierCalls(
  database: Kysely<PhoneTables>,
  period: CallPeriod,
  now: Date,
): Promise<Pick<CallTotals, 'calls' | 'seconds'>> {
  const { timeZone, to } = period
  return await database
    .selectFrom('calls')
    .select([
      sql<number>`count(*)::int`.as('calls'),
      sql<number>`coalesce(sum(extract(epoch from ended_at - answered_at)), 0)::int`.as('seconds'),
    ])
    .where(isOfPeriod(period))
    .where(
      'started_at',
      '<',
      sql<Date>`(${to}::date + (${now}::timestamptz at time zone ${timeZone})::time) at time zone ${timeZone}`,
    )
    .executeTakeFirstOrThrow()
}

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

/** The condition of the ended calls of a period. */
function isOfPeriod({ workspaceId, timeZone, from, to }: CallPeriod) {
  return sql<boolean>`calls.workspace_id = ${workspaceId} and calls.phase = 'ended'
    and calls.started_at >= (${from}::date)::timestamp at time zone ${timeZone}
    and calls.started_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`
}
