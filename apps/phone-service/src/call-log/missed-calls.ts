import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { countMissed } from './calls.ts'
import { findSeenAt, saveSeenAt } from './missed-calls-seen.ts'

type Tools = Pick<Services, 'database' | 'now'>

export async function countMissedCalls(
  { database }: Tools,
  { caller }: Requested<typeof calls.countMissedCalls>,
): Promise<ResponseOf<typeof calls.countMissedCalls>> {
  return { count: await countMissed(database, caller, await findSeenAt(database, caller)) }
}

export async function markMissedCallsSeen(
  { database, now }: Tools,
  { caller }: Requested<typeof calls.markMissedCallsSeen>,
): Promise<ResponseOf<typeof calls.markMissedCallsSeen>> {
  const seenAt = new Date(now())
  await saveSeenAt(database, caller, seenAt)
  return { count: await countMissed(database, caller, seenAt) }
}
