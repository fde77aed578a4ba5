import type { ResponseOf } from '@parley/contract'
import type { callTransfers } from '@parley/contract/phone'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession } from './require-call-session.ts'

type MergeCalls = typeof callTransfers.mergeCalls

/** Merges two answered calls of the user. The older one continues; the other one ends as merged. */
export async function mergeCalls(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<MergeCalls>,
): Promise<ResponseOf<MergeCalls>> {
  const session = await requireCallSession(services, user, params.call)
  const other = await requireCallSession(services, user, body.call)
  return await session.merge(other, user)
}
