import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import { hasCallBefore, sumEarlierCalls } from '../call-log/index.ts'
import { findRetention } from '../retention/records/index.ts'
import type { Services } from '../services.ts'
import { daysBefore, type UsageTotals } from './read-totals.ts'

type PreviousUsage = ResponseOf<typeof usage.getUsage>['previous']

/**
 * Returns the sums of as many days before a period that ends today; null when the workspace is younger, or when calls of
 * these days may have been deleted.
 */
export async function readPrevious(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { period, days }: Pick<UsageTotals, 'period' | 'days'>,
): Promise<PreviousUsage> {
  const retention = await findRetention(database, period.workspaceId)
  const callDays = retention?.periods.callDays ?? null
  // The first of these days is not over when its earliest call expires.
  if (callDays !== null && callDays < 2 * days.length) return null

  const from = daysBefore(period.from, days.length)
  const previous = { ...period, from, to: daysBefore(period.from, 1) }
  // Retention deletes earlier calls, which then say nothing about the age of the workspace.
  if (callDays === null && !(await hasCallBefore(database, previous))) return null
  return await sumEarlierCalls(database, previous, now())
}
