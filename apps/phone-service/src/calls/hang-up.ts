import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { findCall, viewCall } from '../call-log/index.ts'
import { reasonToEnd } from '../call-state/index.ts'
import { changeCall, endCall, type LiveCall, serially } from '../live-calls/index.ts'
import type { Services } from '../services.ts'
import { legOfCaller } from './find-live-call.ts'

type HangUp = typeof calls.hangUp
type Because = 'hung-up' | 'microphone-blocked' | 'media-failed'

/** Removes the user from a call. Idempotent: a call that has ended is returned unchanged. */
export async function hangUp(
  services: Services,
  { caller, params, body }: Requested<HangUp>,
): Promise<ResponseOf<HangUp>> {
  const stored = await findCall(services.database, caller.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')

  const session = services.liveCalls.get(params.call)
  if (!session) return await viewCall(services, caller, stored)
  return await serially(session, async () => {
    if (session.stored.state.phase !== 'ended') {
      await leave(services, session, legOfCaller(session, caller).id, body.because)
    }
    return await viewCall(services, caller, session.stored)
  })
}

/** Removes a leg, and ends the call when `reasonToEnd` gives a reason. Call within `runExclusive`. */
export async function leave(
  services: Services,
  session: LiveCall,
  legId: string,
  because: Because | 'removed',
): Promise<void> {
  const at = services.now()
  await changeCall(services, session, { type: 'leg-left', at, legId, reason: because, sipAnswer: null })
  if (session.answering?.legId === legId) session.answering = null

  const reason = reasonToEnd(session.stored.state)
  if (reason) await endCall(services, session, reason, at)
  else await session.conference?.hangUp(legId)
}
