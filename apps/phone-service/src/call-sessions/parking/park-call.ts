import { PhoneError } from '@parley/contract/phone'
import { countParkedCalls } from '../../call-log/index.ts'
import { type CallLeg, isPresent } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { orUnavailable } from '../browser-legs.ts'
import { removeLeg, setOnHold } from '../call-controls.ts'
import { requireOwnLeg } from '../call-users.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { isEmergencyService } from '../parts/recordable-legs.ts'
import { parkedTimer, setTimer } from '../timers/timer-data.ts'

/** Of a workspace: each of them is a caller who hears music, and every member lists them. */
const maxParkedCalls = 50

/**
 * Puts the others on hold and removes the user from the call, so that any member of the workspace can pick it up.
 * The call rings for the user again if nobody does.
 *
 * @throws {PhoneError} `NOT_IN_CALL`, `CALL_NOT_PARKABLE`, `EMERGENCY_CALL_NOT_PARKED`, `TRANSFER_IN_PROGRESS`,
 *   `PARKED_CALLS_LIMIT`, `ENGINE_UNAVAILABLE`
 */
export async function parkCall(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, conference } = parts
  const own = requireOwnLeg(parts, user)
  const others = requireParkable(parts, own)
  if ((await countParkedCalls(deps.database, record.stored.workspaceId)) >= maxParkedCalls)
    throw new PhoneError('PARKED_CALLS_LIMIT')
  await orUnavailable(parts, 'call.park_failed', async () => {
    await setOnHold(parts, conference.require(), others, 'held')
    const at = deps.now().getTime()
    const { userId, displayName: userName } = user
    const parked = { userId, userName, at, returnedAt: null }
    const timer = {
      name: parkedTimer,
      afterMs: deps.settings.parkedKeepMs,
      data: { kind: 'parked' },
    } as const
    await record.apply({ type: 'parked', at, parked }, [setTimer(timer)])
    await removeLeg(parts, own.id, 'hung-up')
  })
}

/** Returns the others of a call that a user may park: telephones that have answered. */
function requireParkable({ record }: CallParts, own: CallLeg): readonly CallLeg[] {
  const { number, state } = record.stored
  const { transfer, answeredAt, parked } = state
  if (transfer && transfer.stage !== 'completed') throw new PhoneError('TRANSFER_IN_PROGRESS')
  const others = state.legs.filter((leg) => leg.id !== own.id && isPresent(leg))
  if ([number, ...others.map((leg) => leg.number)].some(isEmergencyService))
    throw new PhoneError('EMERGENCY_CALL_NOT_PARKED')
  const areConnected = others.every((leg) => leg.kind === 'phone' && leg.state === 'joined')
  if (answeredAt === null || parked || own.state !== 'joined' || others.length === 0 || !areConnected)
    throw new PhoneError('CALL_NOT_PARKABLE')
  return others
}
