import type { ResponseOf } from '@parley/contract'
import type { calls } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { viewCalls } from '../call-log/index.ts'
import { callsOf } from '../live-calls/index.ts'
import type { Services } from '../services.ts'

type ListActiveCalls = typeof calls.listActiveCalls

export async function listActiveCalls(
  services: Services,
  { caller }: Requested<ListActiveCalls>,
): Promise<ResponseOf<ListActiveCalls>> {
  const sessions = callsOf(services.liveCalls, caller)
  const items = await viewCalls(
    services,
    caller,
    sessions.map(({ stored }) => stored),
  )
  return { items }
}
