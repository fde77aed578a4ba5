import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import { serializeCalls } from '../call-log/index.ts'
import { callsForUser } from '../call-sessions/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListActiveCalls = typeof calls.listActiveCalls

export async function listActiveCalls(
  services: Services,
  { user }: PhoneRequest<ListActiveCalls>,
): Promise<ResponseOf<ListActiveCalls>> {
  const sessions = callsForUser(services.callSessions, user)
  const items = await serializeCalls(
    services,
    user,
    sessions.map(({ stored }) => stored),
  )
  return { items }
}
