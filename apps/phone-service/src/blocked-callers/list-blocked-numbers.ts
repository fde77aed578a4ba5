import type { ResponseOf } from '@parley/contract'
import type { blockedNumbers } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areAnonymousCallersBlocked } from './anonymous-callers.ts'
import { listBlocked } from './blocked-numbers.ts'
import { serializeBlockedNumber } from './serialize-blocked-number.ts'

type ListBlockedNumbers = typeof blockedNumbers.listBlockedNumbers

export async function listBlockedNumbers(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<ListBlockedNumbers>,
): Promise<ResponseOf<ListBlockedNumbers>> {
  const [blocked, areBlocked] = await Promise.all([
    listBlocked(database, user),
    areAnonymousCallersBlocked(database, user.workspaceId),
  ])
  return { items: blocked.map(serializeBlockedNumber), areAnonymousCallersBlocked: areBlocked }
}
