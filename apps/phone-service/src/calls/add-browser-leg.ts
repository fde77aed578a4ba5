import type { Conference } from '@parley/call-engine'
import { serializeCall } from '../call-log/index.ts'
import { applyCallEvent, type CallSession } from '../call-sessions/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/** Adds a browser leg for the user and returns its join information. Call within `runExclusive`. */
export async function addBrowserLeg(
  services: Services,
  session: CallSession,
  conference: Conference,
  { user, handsetId }: { user: CurrentUser; handsetId: string },
) {
  const { legId, joinInformation } = await conference.addBrowser(user.userId)
  await applyCallEvent(services, session, {
    type: 'leg-added',
    at: services.now(),
    leg: { id: legId, kind: 'browser', userId: user.userId, userName: user.displayName, handsetId },
  })
  return { call: await serializeCall(services, user, session.stored), legId, joinInformation }
}
