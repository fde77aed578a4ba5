import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findSeenAt, saveSeenAt } from './missed-calls-seen.ts'
import { countMissed } from './records/index.ts'

type Deps = Pick<Services, 'database' | 'now'>

export async function countMissedCalls(
  { database }: Deps,
  { user }: PhoneRequest<typeof calls.countMissedCalls>,
): Promise<ResponseOf<typeof calls.countMissedCalls>> {
  return { count: await countMissed(database, user, await findSeenAt(database, user)) }
}

export async function markMissedCallsSeen(
  { database, now }: Deps,
  { user }: PhoneRequest<typeof calls.markMissedCallsSeen>,
): Promise<ResponseOf<typeof calls.markMissedCallsSeen>> {
  const seenAt = now()
  await saveSeenAt(database, user, seenAt)
  return { count: await countMissed(database, user, seenAt) }
}
