import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import { listActiveCallsElsewhere, serializeCalls } from '../call-log/index.ts'
import { type CallSessionService, includesUserAsStored } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListActiveCalls = typeof calls.listActiveCalls

/** Returns the active calls of the user: those they take part in, and those that ring for them. */
export async function listActiveCalls(
  services: Services & CallSessionService,
  { user }: PhoneRequest<ListActiveCalls>,
): Promise<ResponseOf<ListActiveCalls>> {
  const sessions = [...services.callSessions.values()].filter((session) => session.includesUser(user))
  const elsewhere = await listActiveCallsElsewhere(services.database, user, services.nodeId)
  const items = await serializeCalls(services, user, [
    ...sessions.map(({ stored }) => stored),
    ...elsewhere.filter((call) => includesUserAsStored(call, user.userId)),
  ])
  return { items }
}
