import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import type { CallTotals } from '../call-log/index.ts'
import { type ChargeTotals, sumDay } from '../charges/index.ts'
import { toDay } from '../limits/index.ts'
import { type PhoneRequest, runSlowQueries } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { readNumbers } from './read-numbers.ts'
import { readPrevious } from './read-previous.ts'
import { readTotals } from './read-totals.ts'

type GetUsage = typeof usage.getUsage

/** Returns calls, minutes and spending of the last days by day, member, country and number. */
export async function getUsage(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, query }: PhoneRequest<GetUsage>,
): Promise<ResponseOf<GetUsage>> {
  const { workspaceId } = user
  const { totals, today, numbers, previous } = await runSlowQueries(database, user, async (limited) => {
    const totals = await readTotals({ database: limited, now }, workspaceId, query.days, 'separate')
    const { timeZone, currency } = totals
    const today = await sumDay(limited, workspaceId, { day: toDay(now(), timeZone), currency })
    const numbers = await readNumbers({ database: limited }, totals)
    return { totals, today, numbers, previous: await readPrevious({ database: limited, now }, totals) }
  })
  const { timeZone, currency, days, calls, charges } = totals
  const { calls: byKind, charges: chargesByKind } = {
    calls: Map.groupBy(calls, ({ kind }) => kind),
    charges: Map.groupBy(charges, ({ kind }) => kind),
  }
  const byDay = join(byKind.get('day'), chargesByKind.get('day'), ({ day }) => day)
  const byUser = join(byKind.get('user'), chargesByKind.get('user'), ({ userId }) => userId)
  const byCountry = join(byKind.get('country'), chargesByKind.get('country'), ({ country }) => country)
  return {
    timeZone,
    currency,
    days: days.map((day) => ({ day, ...(byDay.get(day)?.totals ?? noTotals) })),
    previous,
    members: [...byUser].map(([userId, { name, totals }]) => ({ userId, name, ...totals })),
    countries: [...byCountry].map(([country, { totals }]) => ({ country, ...totals })),
    ...numbers,
    today: { seconds: today.seconds, spendMicros: today.costMicros },
  }
}

const noTotals = { calls: 0, answered: 0, missed: 0, seconds: 0, spendMicros: 0 }

interface Group {
  readonly name: string | null
  readonly totals: typeof noTotals
}

/** Joins the sums of calls with those of their costs, which may belong to a call of another group. */
function join<Key extends string | null>(
  calls: readonly CallTotals[] = [],
  charges: readonly ChargeTotals[] = [],
  toKey: (group: Pick<CallTotals, 'day' | 'userId' | 'country'>) => Key,
): ReadonlyMap<Key, Group> {
  const groups = new Map<Key, Group>()
  for (const group of calls) {
    const { userName: name, calls: count, answered, missed, seconds } = group
    groups.set(toKey(group), { name, totals: { calls: count, answered, missed, seconds, spendMicros: 0 } })
  }
  for (const group of charges) {
    const { name, totals } = groups.get(toKey(group)) ?? { name: null, totals: noTotals }
    groups.set(toKey(group), { name, totals: { ...totals, spendMicros: group.spendMicros } })
  }
  return groups
}
