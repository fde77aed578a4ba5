import type { ResponseOf } from '@parley/contract'
import type { usage } from '@parley/contract/phone'
import { sumCostsOfNumbers, sumNumbers } from '../call-log/index.ts'
import type { Services } from '../services.ts'
import type { UsageTotals } from './read-totals.ts'

type NumberUsage = Pick<ResponseOf<typeof usage.getUsage>, 'numbers' | 'hiddenNumbers'>

/** A trunk may deliver calls to any number that its peer names. */
const maxListedNumbers = 500

const noCalls = { incoming: 0, outgoing: 0, answered: 0, missed: 0, waitSeconds: null, seconds: 0 }

/** Returns calls, minutes and spending by number of the workspace, and how many numbers are left out. */
export async function readNumbers(
  { database }: Pick<Services, 'database'>,
  { period, currency }: Pick<UsageTotals, 'period' | 'currency'>,
): Promise<NumberUsage> {
  const totals = await sumNumbers(database, period)
  const costs = currency === null ? new Map() : await sumCostsOfNumbers(database, { ...period, currency })
  const counted = new Set(totals.map(({ number }) => number))
  // Of a call that runs, or that began before the period.
  const others = [...costs.keys()]
    .filter((number) => !counted.has(number))
    .map((number) => ({ number, ...noCalls }))
  const all = [...totals, ...others]
  return {
    numbers: all
      .slice(0, maxListedNumbers)
      .map((group) => ({ ...group, spendMicros: costs.get(group.number) ?? 0 })),
    hiddenNumbers: Math.max(0, all.length - maxListedNumbers),
  }
}
