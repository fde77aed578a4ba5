import { randomUUID } from 'node:crypto'
import type { EngineEvent } from '@parley/call-engine'
import { findLastNotes, insertCall, type StoredCall, serializeCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import { findIncomingTarget, type IncomingTarget } from '../numbers/index.ts'
import { type CallDeps, ringTargets } from './apply-call-event.ts'
import { type CallSession, createCallSession, runExclusive, setTimer } from './call-session.ts'
import { endCall } from './end-call.ts'
import { stopRinging } from './stop-ringing.ts'

type Incoming = Extract<EngineEvent, { type: 'incoming' }>
type IncomingEnded = Extract<EngineEvent, { type: 'incoming-ended' }>

/**
 * Handles an incoming call: it rings for the owner of the number, or for every member of the workspace that owns the
 * trunk. A call to an unassigned number is rejected.
 */
export async function ringIncoming(deps: CallDeps, incoming: Incoming): Promise<void> {
  const target = await findIncomingTarget(deps, { trunkId: incoming.trunkId, to: incoming.to })
  if (!target) return await deps.engine.rejectIncoming(incoming.incomingId, 'number-unknown')

  const session = createCallSession(createIncomingCall(deps, incoming, target))
  session.incomingId = incoming.incomingId
  try {
    await insertCall(deps.database, session.stored)
  } catch (error) {
    await deps.engine.rejectIncoming(incoming.incomingId, 'not-now')
    throw error
  }
  deps.callSessions.set(session.stored.id, session)
  await runExclusive(session, async () => {
    await deps.engine.ringIncoming(incoming.incomingId)
    setTimer(session, 'ringing', deps.settings.ringTimeoutMs, () => onRingTimeout(deps, session))
    for (const userId of ringTargets(deps, session)) await ringUser(deps, session, userId)
  })
}

/** Sends an incoming call to every tab of a user. One tab per browser plays the ringtone. */
export async function ringUser(
  deps: CallDeps,
  session: CallSession,
  userId: string,
  onlyHandsetId: string | null = null,
): Promise<void> {
  const { workspaceId, number } = session.stored
  const call = await serializeCall(deps, { workspaceId, userId }, session.stored)
  const lastNotes = number === null ? '' : await findLastNotes(deps.database, workspaceId, number)
  for (const { handset, manner } of deps.live.handsetsToRing(workspaceId, userId)) {
    if (onlyHandsetId !== null && handset.handsetId !== onlyHandsetId) continue
    handset.send({ type: 'call.incoming', call, manner, lastNotes })
  }
}

/** Handles an incoming call that ended on the caller's side before it was answered. */
export async function handleIncomingEnded(deps: CallDeps, ended: IncomingEnded): Promise<void> {
  const session = [...deps.callSessions.values()].find(({ incomingId }) => incomingId === ended.incomingId)
  if (!session) return
  await runExclusive(session, async () => {
    if (session.incomingId !== ended.incomingId || session.stored.state.phase === 'ended') return
    const hasFailed = ended.reason === 'failed'
    stopRinging(deps, session, { because: hasFailed ? 'failed' : 'caller-gave-up', by: null })
    await endCall(deps, session, hasFailed ? 'failed' : 'missed', ended.at)
  })
}

function onRingTimeout(deps: CallDeps, session: CallSession): void {
  runExclusive(session, async () => {
    if (session.incomingId === null || session.stored.state.phase === 'ended') return
    stopRinging(deps, session, { because: 'not-answered', by: null })
    await deps.engine.rejectIncoming(session.incomingId, 'not-answered')
    await endCall(deps, session, 'missed', deps.now())
  }).catch((error) => deps.log.error('call.timeout_failed', { callId: session.stored.id, error }))
}

function createIncomingCall(
  { now, nodeId }: CallDeps,
  { from, displayName, to }: Incoming,
  target: IncomingTarget,
): StoredCall {
  const parsed = from === null ? null : parseNumber(from, target.homeCountry)
  const isNumber = parsed?.kind === 'number'
  return {
    id: randomUUID(),
    workspaceId: target.workspaceId,
    nodeId,
    number: isNumber ? parsed.number : null,
    // A caller without a valid number is shown with the text that the network sent.
    callerName: displayName ?? (isNumber ? null : from),
    ownNumber: target.number ?? parseE164(to, target.homeCountry),
    country: isNumber ? parsed.country : null,
    ringUserId: target.userId,
    userId: null,
    userName: null,
    notes: '',
    slotIds: [],
    state: createCallState('incoming', now()),
  }
}

function parseE164(text: string, homeCountry: string): string | null {
  const understood = parseNumber(text, homeCountry)
  return understood.kind === 'number' ? understood.number : null
}
