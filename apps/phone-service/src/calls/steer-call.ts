import type { Conference } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Caller, Requested } from '../access/index.ts'
import { viewCall } from '../call-log/index.ts'
import type { LegInCall } from '../call-state/index.ts'
import {
  changeCall,
  type LiveCall,
  serially,
  startRecordingOf,
  stopRecordingOf,
} from '../live-calls/index.ts'
import type { Services } from '../services.ts'
import { findLiveCall, legOfCaller } from './find-live-call.ts'

type CallView = ResponseOf<typeof calls.getCall>

interface Steered {
  readonly session: LiveCall
  readonly conference: Conference
  readonly own: LegInCall
}

export async function setMuted(
  services: Services,
  { caller, params, body }: Requested<typeof calls.setMuted>,
): Promise<CallView> {
  return await steer(services, caller, params.call, async ({ session, conference, own }) => {
    await conference.setMuted(own.id, body.muted ? 'muted' : 'unmuted')
    await changeCall(services, session, {
      type: body.muted ? 'mute' : 'unmute',
      at: services.now(),
      legId: own.id,
    })
  })
}

/** Puts all other participants on hold, with music, or resumes them. */
export async function setOnHold(
  services: Services,
  { caller, params, body }: Requested<typeof calls.setOnHold>,
): Promise<CallView> {
  return await steer(services, caller, params.call, async ({ session, conference, own }) => {
    const others = session.stored.state.legs.filter(({ id, state }) => id !== own.id && state === 'joined')
    for (const { id, isOnHold } of others) {
      if (isOnHold === body.onHold) continue
      await conference.setOnHold(id, body.onHold ? 'held' : 'released')
      await changeCall(services, session, {
        type: body.onHold ? 'hold' : 'resume',
        at: services.now(),
        legId: id,
      })
    }
  })
}

export async function sendDigits(
  services: Services,
  { caller, params, body }: Requested<typeof calls.sendDigits>,
): Promise<ResponseOf<typeof calls.sendDigits>> {
  await steer(services, caller, params.call, async ({ session, conference }) => {
    const phones = session.stored.state.legs.filter(
      ({ kind, state }) => kind === 'phone' && (state === 'joined' || state === 'early'),
    )
    for (const { id } of phones) await conference.sendDigits(id, body.digits)
  })
  return { success: true }
}

/** Starts recording. Before the call is answered, the recording is scheduled for the answer. */
export async function startRecording(
  services: Services,
  { caller, params }: Requested<typeof calls.startRecording>,
): Promise<CallView> {
  return await steer(services, caller, params.call, async ({ session }) => {
    if (session.stored.state.answeredAt === null) session.recordsWhenAnswered = true
    else await startRecordingOf(services, session)
  })
}

export async function stopRecording(
  services: Services,
  { caller, params }: Requested<typeof calls.stopRecording>,
): Promise<CallView> {
  return await steer(services, caller, params.call, ({ session }) => stopRecordingOf(services, session))
}

/**
 * Runs `change` on an active call in which the user takes part.
 *
 * @throws {PhoneError} `CALL_NOT_FOUND`, `CALL_ENDED`, `NOT_IN_CALL`
 */
async function steer(
  services: Services,
  caller: Caller,
  callId: string,
  change: (steered: Steered) => Promise<void>,
): Promise<CallView> {
  const session = await findLiveCall(services, caller, callId)
  return await serially(session, async () => {
    const { conference } = session
    if (session.stored.state.phase === 'ended' || !conference) throw new PhoneError('CALL_ENDED', { callId })
    await change({ session, conference, own: legOfCaller(session, caller) })
    return await viewCall(services, caller, session.stored)
  })
}
