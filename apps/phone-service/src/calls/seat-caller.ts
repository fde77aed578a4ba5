import type { Conference } from '@parley/call-engine'
import type { Caller } from '../access/index.ts'
import { viewCall } from '../call-log/index.ts'
import { changeCall, type LiveCall } from '../live-calls/index.ts'
import type { Services } from '../services.ts'

/** Adds a browser leg for the user and returns its join information. Call within `runExclusive`. */
export async function seatCaller(
  services: Services,
  session: LiveCall,
  conference: Conference,
  { caller, handsetId }: { caller: Caller; handsetId: string },
) {
  const { legId, joinInformation } = await conference.admitBrowser(caller.userId)
  await changeCall(services, session, {
    type: 'leg-added',
    at: services.now(),
    leg: { id: legId, kind: 'browser', userId: caller.userId, userName: caller.displayName, handsetId },
  })
  return { call: await viewCall(services, caller, session.stored), legId, joinInformation }
}
