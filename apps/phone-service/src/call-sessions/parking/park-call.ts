import { PhoneError } from '@parley/contract/phone'
import { countParkedCalls } from '../../call-log/index.ts'
import { type CallLeg, isFull, isPresent, isTransferring } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { addAnsweringLeg, type JoinedCall, type UserInTab } from '../browser-legs.ts'
import { setOnHold } from '../call-controls.ts'
import { requireOwnLeg } from '../call-users.ts'
import { removeLeg } from '../legs/remove-leg.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { runOrUnavailable } from '../parts/engine-failures.ts'
import { clearTimer, createParkedTimer, setTimer, timerNames } from '../timers/timer-data.ts'
import { isEmergency } from '../transfers/emergency-rules.ts'
import { releaseOthers } from '../transfers/transfer-call.ts'

/** Of a workspace: each of them is a caller who hears music, and every member lists them. */
const maxParkedCalls = 50

/**
 * Puts the others on hold and removes the user from the call, so that any member of the workspace can pick it up.
 * The call rings for the user again if no member does.
 *
 * @throws {PhoneError} `CALL_ENDED`, `NOT_IN_CALL`, `CALL_NOT_PARKABLE`, `EMERGENCY_CALL_NOT_PARKED`, `TRANSFER_IN_PROGRESS`,
 *   `PARKED_CALLS_LIMIT`, `ENGINE_UNAVAILABLE`
 */
export async function parkCall(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, conference } = parts
  if (record.hasEnded) throw new PhoneError('CALL_ENDED', { callId: record.id })
  const own = requireOwnLeg(parts, user)
  const others = requireParkable(parts, own)
  if ((await countParkedCalls(deps.database, record.stored.workspaceId)) >= maxParkedCalls)
    throw new PhoneError('PARKED_CALLS_LIMIT')
  await runOrUnavailable(parts, 'call.park_failed', async () => {
    await setOnHold(parts, conference.require(), others, 'held')
    const at = deps.now().getTime()
    const { userId, displayName: userName } = user
    const parked = { userId, userName, at, returnedAt: null }
    const timer = createParkedTimer(deps.settings.parkedKeepMs)
    await record.apply({ type: 'parked', at, parked }, [setTimer(timer)])
    await removeLeg(parts, own.id, 'hung-up')
  })
}

/** Returns the others of a call that a user may park: telephones that have answered. */
function requireParkable(parts: CallParts, own: CallLeg): readonly CallLeg[] {
  const { state } = parts.record
  const { answeredAt, parked } = state
  if (isTransferring(state)) throw new PhoneError('TRANSFER_IN_PROGRESS')
  const others = state.legs.filter((leg) => leg.id !== own.id && isPresent(leg))
  if (isEmergency(parts)) throw new PhoneError('EMERGENCY_CALL_NOT_PARKED')
  const areConnected = others.every((leg) => leg.kind === 'phone' && leg.state === 'joined')
  if (answeredAt === null || parked || own.state !== 'joined' || others.length === 0 || !areConnected)
    throw new PhoneError('CALL_NOT_PARKABLE')
  return others
}

/**
 * Adds a browser leg that picks up the parked call. The others are connected with it when its audio connects; one
 * user wins.
 *
 * @throws {PhoneError} `CALL_NOT_PARKED`, also while another user is picking it up, `CALL_FULL`, `CALL_ENDED`,
 *   `ENGINE_UNAVAILABLE`
 */
export async function pickUpCall(parts: CallParts, by: UserInTab): Promise<JoinedCall> {
  const { record, ringing, conference } = parts
  const { answering } = ringing
  if (record.hasEnded || !record.state.parked) throw new PhoneError('CALL_NOT_PARKED')
  if (answering && answering.userId !== by.user.userId) throw new PhoneError('CALL_NOT_PARKED')
  if (isFull(record.state)) throw new PhoneError('CALL_FULL')
  return await runOrUnavailable(parts, 'call.pick_up_failed', () =>
    addAnsweringLeg(parts, conference.require(), by),
  )
}

/** Connects the user, who has picked up the call, with the others. */
export async function connectParkedCall(parts: CallParts, own: CallLeg): Promise<void> {
  const { deps, record, ringing } = parts
  if (own.userId === null) return
  ringing.sendEnd(record.stored)
  ringing.end()
  const timers = [clearTimer(timerNames.parked), clearTimer(timerNames.ringing)]
  await record.apply({ type: 'parked', at: deps.now().getTime(), parked: null }, timers)
  await releaseOthers(parts, own.id)
}
