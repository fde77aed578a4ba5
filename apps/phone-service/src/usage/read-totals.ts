import { type CallPeriod, type CallTotals, sumCalls } from '../call-log/index.ts'
import { type ChargeTotals, sumCharges, type UsageGrouping } from '../charges/index.ts'
import { defaultTimeZone, findDailyLimits, toDay } from '../limits/index.ts'
import { findPriceTable } from '../prices/index.ts'
import type { Services } from '../services.ts'

const dayMs = 86_400_000

export interface UsageTotals {
  readonly timeZone: string
  readonly currency: string | null
  /** All days of the period, the latest last. */
  readonly days: readonly string[]
  readonly period: CallPeriod
  readonly calls: readonly CallTotals[]
  readonly charges: readonly ChargeTotals[]
}

/** Returns the sums of the last days of a workspace, in its time zone. */
export async function readTotals(
  { database, now }: Pick<Services, 'database' | 'now'>,
  workspaceId: string,
  dayCount: number,
  grouping: UsageGrouping,
): Promise<UsageTotals> {
  const timeZone = (await findDailyLimits(database, workspaceId))?.timeZone ?? defaultTimeZone
  const currency = (await findPriceTable(database, workspaceId))?.currency ?? null
  const days = listDays(toDay(now(), timeZone), dayCount)
  const [from = '', to = ''] = [days.at(0), days.at(-1)]
  const period = { workspaceId, timeZone, from, to }
  const calls = await sumCalls(database, period, grouping)
  const charges =
    currency === null ? [] : await sumCharges(database, { workspaceId, currency, from, to }, grouping)
  return { timeZone, currency, days, period, calls, charges }
}

/** Returns the day that lies some days before another one. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)
}

/** Returns the days that end with `last`. */
function listDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => daysBefore(last, count - 1 - index))
}
