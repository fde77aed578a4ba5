import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import { compareText } from '@parley/primitives'
import type { CallTotals } from '../call-log/index.ts'
import { runExport, serializeCsv } from '../csv/index.ts'
import { formatAmount } from '../prices/index.ts'
import { type PhoneRequest, runSlowQueries } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { readTotals, type UsageTotals } from './read-totals.ts'

type GetUsageCsv = typeof usage.getUsageCsv
type GroupKeys = Pick<CallTotals, 'day' | 'userId' | 'country'>

const columns = ['day', 'member', 'country', 'calls', 'answered', 'missed', 'seconds', 'spend', 'currency']

/** Returns the usage as CSV. */
export async function getUsageCsv(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, query }: PhoneRequest<GetUsageCsv>,
): Promise<ResponseOf<GetUsageCsv>> {
  return await runExport(user, async () => {
    const totals = await runSlowQueries(database, user, (limited) =>
      readTotals({ database: limited, now }, user.workspaceId, query.days, 'combined'),
    )
    return { csv: await serializeCsv(columns, toRows(totals)) }
  })
}

function toRows({ currency, calls, charges }: UsageTotals) {
  const spend = new Map(charges.map((group) => [toKey(group), group.spendMicros]))
  const names = new Map(calls.map(({ userId, userName }) => [userId, userName]))
  const counted = new Set(calls.map(toKey))
  // A number added to a call may be in another country than the call.
  const others = charges
    .filter((group) => !counted.has(toKey(group)))
    .map((group) => ({ ...group, userName: names.get(group.userId) ?? null, ...noCalls }))
  return [...calls, ...others]
    .sort((a, b) => compareText(a.day ?? '', b.day ?? ''))
    .map((group) => [
      group.day,
      group.userName,
      group.country,
      group.calls,
      group.answered,
      group.missed,
      group.seconds,
      currency === null ? '' : formatAmount(spend.get(toKey(group)) ?? 0),
      currency,
    ])
}

const noCalls = { calls: 0, answered: 0, missed: 0, seconds: 0 }

function toKey({ day, userId, country }: GroupKeys): string {
  return [day, userId, country].join(' ')
}
