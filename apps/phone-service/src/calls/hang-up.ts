import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { findCall, serializeCall } from '../call-log/index.ts'
import { applyCallEvent, type CallSession, endCall, runExclusive } from '../call-sessions/index.ts'
import { reasonToEnd } from '../call-state/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireOwnLeg } from './require-call-session.ts'

type HangUp = typeof calls.hangUp
type HangUpReason = 'hung-up' | 'microphone-blocked' | 'media-failed'

/** Removes the user from a call. Idempotent: a call that has ended is returned unchanged. */
export async function hangUp(
  services: Services,
  { user, params, body }: PhoneRequest<HangUp>,
): Promise<ResponseOf<HangUp>> {
  const stored = await findCall(services.database, user.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')

  const session = services.callSessions.get(params.call)
  if (!session) return await serializeCall(services, user, stored)
  return await runExclusive(session, async () => {
    if (session.stored.state.phase !== 'ended') {
      await removeLeg(services, session, requireOwnLeg(session, user).id, body.because)
    }
    return await serializeCall(services, user, session.stored)
  })
}

/** Removes a leg, and ends the call when `reasonToEnd` gives a reason. Call within `runExclusive`. */
export async function removeLeg(
  services: Services,
  session: CallSession,
  legId: string,
  because: HangUpReason | 'removed',
): Promise<void> {
  const at = services.now()
  await applyCallEvent(services, session, { type: 'leg-left', at, legId, reason: because, sipAnswer: null })
  if (session.answeringLeg?.legId === legId) session.answeringLeg = null

  const reason = reasonToEnd(session.stored.state)
  if (reason) await endCall(services, session, reason, at)
  else await session.conference?.hangUp(legId)
}
