import type { Conference } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import { serializeCall } from '../call-log/index.ts'
import {
  applyCallEvent,
  type CallSession,
  runExclusive,
  startCallRecording,
  stopCallRecording,
} from '../call-sessions/index.ts'
import type { CallLeg } from '../call-state/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireCallSession, requireOwnLeg } from './require-call-session.ts'

type CallResponse = ResponseOf<typeof calls.getCall>

interface ControlledCall {
  readonly session: CallSession
  readonly conference: Conference
  readonly own: CallLeg
}

export async function setMuted(
  services: Services,
  { user, params, body }: PhoneRequest<typeof calls.setMuted>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, async ({ session, conference, own }) => {
    await conference.setMuted(own.id, body.muted ? 'muted' : 'unmuted')
    await applyCallEvent(services, session, {
      type: body.muted ? 'mute' : 'unmute',
      at: services.now(),
      legId: own.id,
    })
  })
}

/** Puts all other participants on hold, with music, or resumes them. */
export async function setOnHold(
  services: Services,
  { user, params, body }: PhoneRequest<typeof calls.setOnHold>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, async ({ session, conference, own }) => {
    const others = session.stored.state.legs.filter(({ id, state }) => id !== own.id && state === 'joined')
    for (const { id, isOnHold } of others) {
      if (isOnHold === body.onHold) continue
      await conference.setOnHold(id, body.onHold ? 'held' : 'released')
      await applyCallEvent(services, session, {
        type: body.onHold ? 'hold' : 'resume',
        at: services.now(),
        legId: id,
      })
    }
  })
}

export async function sendDigits(
  services: Services,
  { user, params, body }: PhoneRequest<typeof calls.sendDigits>,
): Promise<ResponseOf<typeof calls.sendDigits>> {
  await controlCall(services, user, params.call, async ({ session, conference }) => {
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
  { user, params }: PhoneRequest<typeof calls.startRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, async ({ session }) => {
    if (session.stored.state.answeredAt === null) session.recordOnAnswer = true
    else await startCallRecording(services, session)
  })
}

export async function stopRecording(
  services: Services,
  { user, params }: PhoneRequest<typeof calls.stopRecording>,
): Promise<CallResponse> {
  return await controlCall(services, user, params.call, ({ session }) => stopCallRecording(services, session))
}

/**
 * Runs `change` on an active call in which the user takes part.
 *
 * @throws {PhoneError} `CALL_NOT_FOUND`, `CALL_ENDED`, `NOT_IN_CALL`
 */
async function controlCall(
  services: Services,
  user: CurrentUser,
  callId: string,
  change: (steered: ControlledCall) => Promise<void>,
): Promise<CallResponse> {
  const session = await requireCallSession(services, user, callId)
  return await runExclusive(session, async () => {
    const { conference } = session
    if (session.stored.state.phase === 'ended' || !conference) throw new PhoneError('CALL_ENDED', { callId })
    await change({ session, conference, own: requireOwnLeg(session, user) })
    return await serializeCall(services, user, session.stored)
  })
}
