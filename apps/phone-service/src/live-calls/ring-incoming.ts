import { randomUUID } from 'node:crypto'
import type { EngineEvent } from '@parley/call-engine'
import { findLastNotes, insertCall, type StoredCall, viewCall } from '../call-log/index.ts'
import { newCallState } from '../call-state/index.ts'
import { understandNumber } from '../numbering/index.ts'
import { findIncomingLine, type IncomingLine } from '../numbers/index.ts'
import { type CallTools, ringsFor } from './change-call.ts'
import { endCall } from './end-call.ts'
import { type LiveCall, later, newLiveCall, serially } from './live-call.ts'
import { stopRinging } from './stop-ringing.ts'

type Incoming = Extract<EngineEvent, { type: 'incoming' }>
type IncomingEnded = Extract<EngineEvent, { type: 'incoming-ended' }>

/**
 * Handles an incoming call: it rings for the owner of the number, or for every member of the workspace that owns the
 * trunk. A call to an unassigned number is rejected.
 */
export async function ringIncoming(tools: CallTools, incoming: Incoming): Promise<void> {
  const target = await findIncomingLine(tools, { trunkId: incoming.trunkId, to: incoming.to })
  if (!target) return await tools.engine.refuseIncoming(incoming.incomingId, 'number-unknown')

  const session = newLiveCall(newIncomingCall(tools, incoming, target))
  session.incomingId = incoming.incomingId
  try {
    await insertCall(tools.database, session.stored)
  } catch (error) {
    await tools.engine.refuseIncoming(incoming.incomingId, 'not-now')
    throw error
  }
  tools.liveCalls.set(session.stored.id, session)
  await serially(session, async () => {
    await tools.engine.ringIncoming(incoming.incomingId)
    later(session, 'ringing', tools.settings.ringTimeoutMs, () => giveUpRinging(tools, session))
    for (const userId of ringsFor(tools, session)) await ringFor(tools, session, userId)
  })
}

/** Sends an incoming call to every tab of a user. One tab per browser plays the ringtone. */
export async function ringFor(
  tools: CallTools,
  session: LiveCall,
  userId: string,
  onlyHandsetId: string | null = null,
): Promise<void> {
  const { workspaceId, number } = session.stored
  const call = await viewCall(tools, { workspaceId, userId }, session.stored)
  const lastNotes = number === null ? '' : await findLastNotes(tools.database, workspaceId, number)
  for (const { handset, manner } of tools.live.ringers(workspaceId, userId)) {
    if (onlyHandsetId !== null && handset.handsetId !== onlyHandsetId) continue
    handset.send({ type: 'call.incoming', call, manner, lastNotes })
  }
}

/** Handles an incoming call that ended on the caller's side before it was answered. */
export async function endIncoming(tools: CallTools, ended: IncomingEnded): Promise<void> {
  const session = [...tools.liveCalls.values()].find(({ incomingId }) => incomingId === ended.incomingId)
  if (!session) return
  await serially(session, async () => {
    if (session.incomingId !== ended.incomingId || session.stored.state.phase === 'ended') return
    const hasFailed = ended.reason === 'failed'
    stopRinging(tools, session, { because: hasFailed ? 'failed' : 'caller-gave-up', by: null })
    await endCall(tools, session, hasFailed ? 'failed' : 'missed', ended.at)
  })
}

function giveUpRinging(tools: CallTools, session: LiveCall): void {
  serially(session, async () => {
    if (session.incomingId === null || session.stored.state.phase === 'ended') return
    stopRinging(tools, session, { because: 'not-answered', by: null })
    await tools.engine.refuseIncoming(session.incomingId, 'not-answered')
    await endCall(tools, session, 'missed', tools.now())
  }).catch((error) => tools.log.error('call.give-up-failed', { callId: session.stored.id, error }))
}

function newIncomingCall(
  { now, nodeId }: CallTools,
  { from, displayName, to }: Incoming,
  target: IncomingLine,
): StoredCall {
  const parsed = from === null ? null : understandNumber(from, target.homeCountry)
  const isNumber = parsed?.kind === 'number'
  return {
    id: randomUUID(),
    workspaceId: target.workspaceId,
    nodeId,
    number: isNumber ? parsed.number : null,
    // A caller without a valid number is shown with the text that the network sent.
    callerName: displayName ?? (isNumber ? null : from),
    ownNumber: target.number ?? numberOf(to, target.homeCountry),
    country: isNumber ? parsed.country : null,
    ringsUserId: target.userId,
    userId: null,
    userName: null,
    notes: '',
    lineIds: [],
    state: newCallState('incoming', now()),
  }
}

function numberOf(text: string, homeCountry: string): string | null {
  const understood = understandNumber(text, homeCountry)
  return understood.kind === 'number' ? understood.number : null
}
