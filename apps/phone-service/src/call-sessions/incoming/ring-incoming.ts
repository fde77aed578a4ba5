import { randomUUID } from 'node:crypto'
import type { EngineEvent, RejectReason } from '@parley/call-engine'
import type { Transaction } from 'kysely'
import { isCallerBlocked } from '../../blocked-callers/index.ts'
import {
  countUnansweredOfCaller,
  createCallRow,
  insertCall,
  isConferenceFull,
  isFromTrunk,
  type StoredCall,
} from '../../call-log/index.ts'
import { type CallEvent, createCallState, nextCallState } from '../../call-state/index.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { areNewCallsAllowed, lockEpoch } from '../../nodes/index.ts'
import { parseNumber } from '../../numbering-plan/index.ts'
import { findIncomingTarget, type IncomingTarget, simulatedPstnTrunkId } from '../../numbers/index.ts'
import type { AuthenticationService } from '../../request-context/index.ts'
import { routeIncomingCall } from '../../routing/index.ts'
import type { Services } from '../../services.ts'
import { answerTestCall, claimTestCall } from '../../test-calls/index.ts'
import { CallSession } from '../call-session.ts'
import type { CallSessionService } from '../call-session-service.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import { sendEndedCall } from '../parts/send-call.ts'
import { saveTimers } from '../timers/call-timers.ts'
import { createRingingTimer, setTimer } from '../timers/timer-data.ts'
import type { IncomingCallLimit } from './limit-incoming-calls.ts'

type Incoming = Extract<EngineEvent, { type: 'incoming' }>

/**
 * Of one caller in one workspace at a time: each may wait in a queue or a menu, or leave a message, and must leave
 * places to others.
 */
const maxUnanswered = 5
/** Of all callers without a number together. */
const maxUnansweredWithoutNumber = 10

/**
 * Handles an incoming call: it rings for the owner of the number, or as the workspace that owns the trunk has
 * configured. A call that rings for no user is stored as missed. A call to an unassigned number is rejected, and so are calls above the limit and every call
 * while this node may not accept calls or cannot store them. A call from a blocked caller is stored as ended,
 * and the caller hears that the line is busy. Resolves when the call is stored or rejected.
 */
export async function ringIncoming(
  deps: CallDeps & CallSessionService & AuthenticationService & Pick<Services, 'draining'>,
  limit: IncomingCallLimit,
  incoming: Incoming,
): Promise<void> {
  const { incomingId } = incoming
  if (!areNewCallsAllowed(deps)) return await deps.engine.rejectIncoming(incomingId, 'suspended')

  const stored = await storeIncomingCall(deps, limit, incoming).catch(async (error) => {
    await deps.engine.rejectIncoming(incomingId, 'suspended')
    throw error
  })
  if (stored === null) return
  if (typeof stored === 'string') return await deps.engine.rejectIncoming(incomingId, stored)
  if (stored.state.phase === 'ended') {
    await deps.engine.rejectIncoming(
      incomingId,
      stored.state.endReason === 'blocked' ? 'busy' : 'not-answered',
    )
    return await sendEndedCall(deps, stored)
  }
  const session = new CallSession(deps, stored, { incomingId })
  deps.callSessions.set(stored.id, session)
  // Not awaited: ringing takes as long as the caller and the users of the workspace decide.
  session.ring().catch((error) => deps.log.error('call.ring_failed', { callId: stored.id, error }))
}

/** Returns the stored call, or the reason why it is rejected; null for a call of the self-test, which is answered. */
async function storeIncomingCall(
  deps: CallDeps & CallSessionService & AuthenticationService,
  limit: IncomingCallLimit,
  incoming: Incoming,
): Promise<StoredCall | RejectReason | null> {
  const target = await findIncomingTarget(deps, { trunkId: incoming.trunkId, to: incoming.to })
  if (!target) return 'number-unknown'
  const call = createIncomingCall(deps, incoming, target)
  const { trunkId, from } = incoming
  const { workspaceId, number } = call
  if (!(await limit.consume({ workspaceId, trunkId, caller: number ?? from }))) return 'not-now'
  const testCallId = await claimTestCall(deps.database, call, deps.now())
  if (testCallId !== null) {
    answerTest(deps, incoming, testCallId)
    return null
  }
  const events = createRingingEvents(call)
  const decision = await decideCall(deps, incoming, call)
  if (typeof decision === 'string') return decision
  const stored = await insertIncoming(deps, decision.call, [...events, decision.event])
  if (!stored) limit.logUnansweredCalls(call.workspaceId)
  return stored ?? 'not-now'
}

/** Not awaited: the call lasts until its caller hangs up, or until its time is over. */
function answerTest(deps: CallDeps, { incomingId }: Incoming, testCallId: string): void {
  answerTestCall(deps, incomingId, testCallId).catch(async (error) => {
    deps.log.warn('test_call.answer_failed', { testCallId, error })
    await deps.engine.rejectIncoming(incomingId, 'not-now')
  })
}

/** Returns whether a call ends immediately or is routed, as the event to store with it, or why it is rejected. */
async function decideCall(
  deps: CallDeps & CallSessionService & AuthenticationService,
  incoming: Incoming,
  call: StoredCall,
): Promise<{ readonly call: StoredCall; readonly event: CallEvent } | RejectReason> {
  const { from } = incoming
  const at = call.state.startedAt
  const invitation = findInvitation(call, incoming, deps)
  const [isBlocked, isFull, routing] = await Promise.all([
    isCallerBlocked(deps, { ...call, isWithheld: from === null }),
    invitation && isConferenceFull(deps, invitation.inviting),
    routeIncomingCall(deps, { ...call, at: deps.now() }),
  ])
  if (isBlocked) return { call, event: { type: 'ended', at, reason: 'blocked' } }
  if (isFull) return 'not-now'
  if (!routing) return { call, event: { type: 'ended', at, reason: 'missed' } }
  return {
    call: invitation ? withInvitation(call, invitation) : call,
    event: { type: 'routed', at, routing },
  }
}

/**
 * Stores a call after its first events, with the timer of its ringing. Returns null, and stores nothing, when too many
 * calls of its caller are not answered yet.
 */
async function insertIncoming(
  { database, settings, timerScheduler }: CallDeps,
  call: StoredCall,
  events: readonly CallEvent[],
): Promise<StoredCall | null> {
  const state = events.reduce(nextCallState, call.state)
  const stored = { ...call, state, eventNumber: events.length }
  const step = state.routing?.steps[state.routing.step]
  const afterMs = step?.kind === 'ring' || step?.kind === 'number' ? step.ringMs : settings.ringTimeoutMs
  const isStored = await database.transaction().execute(async (transaction) => {
    await lockEpoch(transaction, stored)
    if (await hasTooManyUnanswered(transaction, stored)) return false
    await insertCall(transaction, stored, events)
    if (state.phase !== 'ended')
      await saveTimers(transaction, stored, [setTimer(createRingingTimer(afterMs))])
    return true
  })
  if (!isStored) return null
  timerScheduler.checkAfter(afterMs)
  return stored
}

/** Returns whether no further call of a caller may ring. A member may invite many others to a conference. */
async function hasTooManyUnanswered(
  transaction: Transaction<PhoneTables>,
  call: StoredCall,
): Promise<boolean> {
  if (call.state.phase === 'ended' || call.invitingLegId !== null) return false
  const max = call.number === null ? maxUnansweredWithoutNumber : maxUnanswered
  return (await countUnansweredOfCaller(transaction, call)) >= max
}

function createIncomingCall(
  { now, nodeId, nodeLease }: Pick<Services, 'now' | 'nodeId' | 'nodeLease'>,
  { from, displayName, to }: Incoming,
  target: IncomingTarget,
): StoredCall {
  const parsed = from === null ? null : parseNumber(from, target.homeCountry)
  const isNumber = parsed?.kind === 'number'
  return createCallRow({
    id: randomUUID(),
    workspaceId: target.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    number: isNumber ? parsed.number : null,
    // A caller without a valid number is shown with the text that the network sent.
    callerName: displayName ?? (isNumber ? null : from),
    ownNumber: target.number ?? parseE164(to, target.homeCountry),
    country: isNumber ? parsed.country : null,
    ringUserId: target.userId,
    state: createCallState('incoming', now().getTime()),
  })
}

/** Returns the first events of an incoming call, which has the leg of its caller from the first ring. */
function createRingingEvents(call: StoredCall): readonly CallEvent[] {
  const { number, state } = call
  const at = state.startedAt
  const trunkCaller = isFromTrunk(call) ? { isTrunkCaller: true } : {}
  const leg = { id: randomUUID(), kind: 'phone', number, ...trunkCaller } as const
  return [
    { type: 'leg-added', at, leg },
    { type: 'leg-ringing', at, legId: leg.id },
  ]
}

interface Invitation {
  readonly legId: string
  readonly inviting: StoredCall
}

/**
 * Returns the leg of another call that dialled a call: the one that the call names, or the only one that may have. Only
 * the simulated network is trusted: Parley places all its calls and checks their caller IDs, while the owner of a trunk
 * can send any number.
 */
function findInvitation(
  { number: from, ownNumber: to }: StoredCall,
  { trunkId, diallingLegId }: Incoming,
  { callSessions }: CallSessionService,
): Invitation | null {
  if (trunkId !== simulatedPstnTrunkId || from === null || to === null) return null
  const sessions = [...callSessions.values()]
  const taken = new Set(sessions.map(({ stored }) => stored.invitingLegId))
  const [invitation, another] = sessions.flatMap((session) =>
    session
      .listUnanswered({ from, to })
      .filter((legId) => !taken.has(legId) && (diallingLegId === undefined || legId === diallingLegId))
      .map((legId) => ({ legId, inviting: session.stored })),
  )
  return invitation && !another ? invitation : null
}

function withInvitation(call: StoredCall, { legId, inviting }: Invitation): StoredCall {
  // Users of another workspace hear the conference, but do not see its participants.
  const conferenceId = inviting.workspaceId === call.workspaceId ? inviting.conferenceId : call.id
  return { ...call, invitingLegId: legId, conferenceId }
}

function parseE164(text: string, homeCountry: string): string | null {
  const parsed = parseNumber(text, homeCountry)
  return parsed.kind === 'number' ? parsed.number : null
}
