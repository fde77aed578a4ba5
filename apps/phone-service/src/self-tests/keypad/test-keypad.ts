import { randomUUID } from 'node:crypto'
import type { selfTests } from '@parley/contract/phone'
import { createCallRow, insertCall, type StoredCall } from '../../call-log/index.ts'
import { CallSession, toDialRequest } from '../../call-sessions/index.ts'
import { createCallState } from '../../call-state/index.ts'
import { reserveCallSlot } from '../../limits/index.ts'
import { lockEpoch, requireNewCallsAllowed } from '../../nodes/index.ts'
import { type Route, toChargedLeg } from '../../numbers/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { deleteTestCall, findTestCall, saveTestCall, type TestCallProgress } from '../../test-calls/index.ts'
import type { PartOutcome } from '../records/index.ts'
import type { SelfTestDeps } from '../self-test-service.ts'
import { KeypadCall } from './keypad-call.ts'
import { resolveTestCall } from './test-call-routes.ts'

/** How long the call may take to come in. */
const expectedMs = 20_000
/** The longest test: the call comes in late, and the digits are sent twice. */
export const maxTestCallSeconds = 40

/**
 * Calls a number of the workspace, so that the call comes in again, and sends digits in both directions.
 *
 * @throws {PhoneError} as {@link resolveTestCall} and {@link reserveCallSlot}; `ENGINE_UNAVAILABLE`
 */
export async function testKeypad(
  deps: SelfTestDeps,
  user: CurrentUser,
  { number, signal }: { readonly number: string | null; readonly signal: AbortSignal },
): Promise<PartOutcome> {
  requireNewCallsAllowed(deps)
  const { route, callers } = await resolveTestCall(deps, user, number)
  const expected = { workspaceId: user.workspaceId, id: randomUUID(), number: route.number, callers }
  await saveTestCall(deps.database, {
    ...expected,
    expiresAt: new Date(deps.now().getTime() + expectedMs),
  })
  try {
    const call = new KeypadCall()
    const session = await placeCall(deps, user, { route, call, signal })
    const received = await waitForAnswer(session, call, signal)
    const progress = await findTestCall(deps.database, expected.id)
    if (received !== null) return { problem: null, detail: null, result: `${call.digits} ${received}` }
    return toFailure(session.stored, call, progress)
  } finally {
    await deleteTestCall(deps.database, expected.id)
  }
}

async function placeCall(
  deps: SelfTestDeps,
  user: CurrentUser,
  { route, call, signal }: { readonly route: Route; readonly call: KeypadCall; readonly signal: AbortSignal },
): Promise<CallSession> {
  const stored = createStoredCall(deps, user, route)
  await reserveCallSlot(deps, user, {
    slotId: stored.id,
    dialled: route.number,
    charged: toChargedLeg(route, stored.id),
    save: async (transaction) => {
      await lockEpoch(transaction, stored)
      await insertCall(transaction, stored)
    },
  })
  const session = new CallSession(deps, stored, {
    dial: toDialRequest(route, stored.id, signal),
    automated: call,
  })
  deps.callSessions.set(stored.id, session)
  await session.startAutomated()
  return session
}

/** Resolves to the digits that have come back, or null. The call has ended then. */
async function waitForAnswer(
  session: CallSession,
  call: KeypadCall,
  signal: AbortSignal,
): Promise<string | null> {
  const stop = () => void session.stop('removed').catch(() => undefined)
  const unanswered = setTimeout(() => {
    if (session.stored.state.answeredAt === null) stop()
  }, expectedMs)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const ended = session.finished.then(() => null)
    return await Promise.race([call.answered, ended])
  } finally {
    clearTimeout(unanswered)
    signal.removeEventListener('abort', stop)
    await session.finished
  }
}

function toFailure(
  { state: { answeredAt, endReason, sipAnswer } }: StoredCall,
  { digits }: KeypadCall,
  progress: TestCallProgress | null,
): PartOutcome {
  const detail = sipAnswer ? `${sipAnswer.code} ${sipAnswer.phrase}` : null
  const toOutcome = (problem: selfTests.KeypadProblem): PartOutcome => {
    return { problem: { kind: 'keypad', problem }, detail, result: null }
  }
  if (endReason === 'trunk-down' || endReason === 'trunk-refused-password')
    return toOutcome('trunk-unavailable')
  if (!progress?.hasComeIn) {
    const isRejected = answeredAt === null && endReason !== 'no-answer' && endReason !== 'removed'
    return toOutcome(isRejected ? 'not-connected' : 'not-returned')
  }
  return toOutcome(progress.digits === digits ? 'lost-on-the-way-back' : 'lost-on-the-way-there')
}

/** Returns the row of a call that belongs to no user, but is counted as one of the administrator. */
function createStoredCall(
  { now, nodeId, nodeLease }: SelfTestDeps,
  user: CurrentUser,
  route: Route,
): StoredCall {
  const id = randomUUID()
  return createCallRow({
    id,
    workspaceId: user.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    number: route.number,
    ownNumber: route.from,
    country: route.country,
    userId: user.userId,
    userName: user.displayName,
    slotIds: [id],
    state: { ...createCallState('outgoing', now().getTime()), purpose: 'self-test' },
  })
}
