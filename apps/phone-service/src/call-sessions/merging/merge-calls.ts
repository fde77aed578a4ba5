import { type Call, PhoneError } from '@parley/contract/phone'
import { type StoredCall, serializeCall } from '../../call-log/index.ts'
import { type CallLeg, isFull } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { listOthers, setOnHold } from '../call-controls.ts'
import { requireOwnLeg } from '../call-users.ts'
import { removeLeg } from '../legs/remove-leg.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { logFailure, runLogged, runOrUnavailable } from '../parts/engine-failures.ts'
import { withholdRecordings } from '../recording/withhold-recordings.ts'
import { mergeRecords } from './merge-records.ts'

/**
 * Merges two calls of a user. The older one continues with the participants of both, and is returned; the other
 * one ends as merged. The changes are stored before the engine moves the legs.
 *
 * @throws {PhoneError} `CALL_ENDED`, `NOT_IN_CALL`, `CALLS_NOT_MERGEABLE`, `TRANSFER_IN_PROGRESS`, `CALL_FULL`,
 *   `ENGINE_UNAVAILABLE`
 */
export async function mergeCalls(one: CallParts, other: CallParts, user: CurrentUser): Promise<Call> {
  return await runInBothQueues(one, other, async (into, from) => {
    for (const parts of [into, from]) requireMergeable(parts)
    const legs = { own: requireOwnLeg(into, user), other: requireOwnLeg(from, user) }
    await mergeInto(into, from, { ...legs, dropped: legs.other })
    return await serializeCall(into.deps, user, into.record.stored)
  })
}

/**
 * Runs a task between the changes of two calls, of which it receives the older one first.
 *
 * @throws {PhoneError} `CALLS_NOT_MERGEABLE`: they are the same
 */
export async function runInBothQueues<T>(
  one: CallParts,
  other: CallParts,
  task: (into: CallParts, from: CallParts) => Promise<T>,
): Promise<T> {
  if (one === other) throw new PhoneError('CALLS_NOT_MERGEABLE')
  const [into, from] = isOlder(one.record.stored, other.record.stored) ? [one, other] : [other, one]
  // The queue of the older call first, so that two concurrent requests do not wait for each other.
  return await into.queue.run(() => from.queue.run(() => task(into, from)))
}

interface MergedLegs {
  /** Of each call, the leg for which the other participants are released from hold. */
  readonly own: CallLeg
  readonly other: CallLeg
  /** Leaves with the merge: its user takes part in the older call. */
  readonly dropped: CallLeg | null
}

/**
 * Moves the participants of one call to another one.
 *
 * @throws {PhoneError} `CALL_FULL`, `CALLS_NOT_MERGEABLE`: a number that rings would be lost, `ENGINE_UNAVAILABLE`, and
 *   as {@link mergeRecords}
 */
export async function mergeInto(
  into: CallParts,
  from: CallParts,
  { own, other, dropped }: MergedLegs,
): Promise<void> {
  const { deps } = into
  const adopted = from.record.state.legs.filter(({ id, state }) => id !== dropped?.id && state !== 'left')
  if (isFull({ ...into.record.state, legs: [...into.record.state.legs, ...adopted] }))
    throw new PhoneError('CALL_FULL')
  if (!canMoveAllLegs(into, from)) throw new PhoneError('CALLS_NOT_MERGEABLE')

  await using undo = new AsyncDisposableStack()
  for (const [parts, { id }] of [
    [into, own],
    [from, other],
  ] as const) {
    const others = listOthers(parts, id)
    undo.defer(() => restoreHold(parts, others))
    await runOrUnavailable(into, 'calls.merge_failed', () =>
      setOnHold(parts, parts.conference.require(), others, 'released'),
    )
  }
  const recording = await from.recorder.release()
  undo.defer(() => runLogged(from, 'calls.merge_failed', () => from.recorder.adopt(recording)))
  const current = from.record.state.legs.filter(({ id }) => adopted.some((leg) => leg.id === id))
  const records = { into: into.record, from: from.record }
  await mergeRecords(deps, records, { legs: current, at: deps.now().getTime() })
  // From here on the merge is stored.
  undo.move()
  from.mergedInto = into
  moveSessions(into, from, current)
  into.dialling.adopt(from.dialling)
  await withholdRecordings(deps, into.record.stored)
  await moveLegs(into, from, dropped)
  // Its event arrives at the other call, which has no slots any more.
  if (dropped) await into.dialling.releaseSlot(dropped.id)
  for (const { id } of current) await into.timeLimits.start(id, (reason) => removeLeg(into, id, reason))
  await into.recorder.adopt(recording)
  await into.record.onConferenceChanged()
}

/** Puts the participants on hold again who were on hold before. */
async function restoreHold(parts: CallParts, before: readonly CallLeg[]): Promise<void> {
  const isHeld = (legId: string) => before.some(({ id, isOnHold }) => id === legId && isOnHold)
  const released = listOthers(parts, null).filter(({ id }) => isHeld(id))
  await runLogged(parts, 'calls.merge_failed', () =>
    setOnHold(parts, parts.conference.require(), released, 'held'),
  )
}

/** Lets the end of a user's access remove them from the call to which their leg belongs now. */
function moveSessions(into: CallParts, from: CallParts, legs: readonly CallLeg[]): void {
  for (const { id } of legs) {
    const sessionId = from.signedInSessions.get(id)
    if (sessionId !== undefined) into.signedInSessions.set(id, sessionId)
  }
}

/** @throws {PhoneError} `CALL_ENDED`, `TRANSFER_IN_PROGRESS`, `CALLS_NOT_MERGEABLE`: it is not answered */
export function requireMergeable({ record, conference, deps }: CallParts): void {
  if (record.hasEnded || !conference.current) throw new PhoneError('CALL_ENDED', { callId: record.id })
  if (record.state.transfer?.stage === 'consulting') throw new PhoneError('TRANSFER_IN_PROGRESS')
  if (record.state.answeredAt === null || record.state.parked || !deps.engine.mergeConferences)
    throw new PhoneError('CALLS_NOT_MERGEABLE')
}

function canMoveAllLegs(into: CallParts, from: CallParts): boolean {
  try {
    return into.deps.engine.canMoveAllLegs?.(into.record.id, from.record.id) ?? true
  } catch (error) {
    logFailure(into, 'calls.merge_failed', error)
    throw new PhoneError('ENGINE_UNAVAILABLE')
  }
}

/** Moves the legs of a call in the engine, except one. */
async function moveLegs(into: CallParts, from: CallParts, dropped: CallLeg | null): Promise<void> {
  const { deps, record } = into
  try {
    if (dropped) await from.conference.current?.hangUp(dropped.id)
    await deps.engine.mergeConferences?.(record.id, from.record.id)
  } catch (error) {
    deps.log.error('calls.merge_failed', { callId: record.id, error })
    for (const { id } of from.record.state.legs) await record.markLegLeft(id, 'failed')
    await into.conference.updateEmergency(into.record.state, into.deps.log)
    await from.conference.current?.close()
    throw new PhoneError('ENGINE_UNAVAILABLE')
  }
}

/** Returns whether a call is older than another one; those that began at the same time are ordered by their ids. */
function isOlder(call: StoredCall, other: StoredCall): boolean {
  const difference = call.state.startedAt - other.state.startedAt
  return difference === 0 ? call.id < other.id : difference < 0
}
