import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import { sumAllCalls } from '../call-log/index.ts'
import { sumCharges } from '../charges/index.ts'
import { findRetention } from '../retention/records/index.ts'
import type { Services } from '../services.ts'
import { daysBefore, type UsageTotals } from './read-totals.ts'

type PreviousUsage = ResponseOf<typeof usage.getUsage>['previous']

/** Returns the sums of as many days before a period; null when calls of these days may have been deleted. */
export async function readPrevious(
  { database }: Pick<Services, 'database'>,
  { period, days, currency }: Pick<UsageTotals, 'period' | 'days' | 'currency'>,
): Promise<PreviousUsage> {
  const retention = await findRetention(database, period.workspaceId)
  const callDays = retention?.periods.callDays ?? null
  // The first of these days is not over when its earliest call expires.
  if (callDays !== null && callDays < 2 * days.length) return null

  const previous = {
    ...period,
    from: daysBefore(period.from, days.length),
    to: daysBefore(period.from, 1),
  }
  const charges = currency === null ? [] : await sumCharges(database, { ...previous, currency }, 'separate')
  return {
    ...(await sumAllCalls(database, previous)),
    spendMicros: charges
      .filter(({ kind }) => kind === 'day')
      .reduce((sum, { spendMicros }) => sum + spendMicros, 0),
  }
}
