import { PhoneError } from '@parley/contract/phone'
import { addSlotToCall, isConferenceFull } from '../../call-log/index.ts'
import { isFull, isPresent } from '../../call-state/index.ts'
import { type CallInitiator, type ChargedLeg, reserveCallSlot } from '../../limits/index.ts'
import { lockEpoch } from '../../nodes/index.ts'
import { setOnHold } from '../call-controls.ts'
import type { DialRequest } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { runOrUnavailable } from '../parts/engine-failures.ts'

/**
 * Dials another number into the call, within the caps of the workspace. It is on hold, before it answers, when another
 * participant is: it must hear neither a consultation nor a user who is away.
 *
 * @throws {PhoneError} as {@link dialParticipant}
 */
export async function addParticipant(
  parts: CallParts,
  initiator: CallInitiator,
  request: DialRequest,
  charged: ChargedLeg | null,
): Promise<void> {
  const { record, conference } = parts
  const isCallOnHold = record.state.legs.some((leg) => leg.isOnHold && isPresent(leg))
  await dialParticipant(parts, initiator, request, charged)
  const dialled = record.state.legs.filter((leg) => leg.id === request.slotId && isPresent(leg))
  if (!isCallOnHold) return
  await runOrUnavailable(parts, 'call.hold_failed', () =>
    setOnHold(parts, conference.require(), dialled, 'held'),
  )
}

/**
 * Dials another number into the call, within the caps of the workspace.
 *
 * @throws {PhoneError} `ENGINE_UNAVAILABLE`, and as {@link reserveParticipant}
 */
export async function dialParticipant(
  parts: CallParts,
  initiator: CallInitiator,
  request: DialRequest,
  charged: ChargedLeg | null,
): Promise<void> {
  await reserveParticipant(parts, initiator, request, charged)
  await runOrUnavailable(parts, 'call.dial_failed', () => parts.dialling.dial(request))
}

/**
 * Reserves the call slot of another number, within the caps of the workspace.
 *
 * @throws {PhoneError} `CALL_FULL`, `CALL_ENDED`, `CALLS_SUSPENDED`, and as {@link reserveCallSlot}
 */
export async function reserveParticipant(
  { deps, record }: CallParts,
  initiator: CallInitiator,
  { slotId, to: dialled }: DialRequest,
  charged: ChargedLeg | null,
): Promise<void> {
  if (isFull(record.state) || (await isConferenceFull(deps, record.stored))) throw new PhoneError('CALL_FULL')
  await reserveCallSlot(deps, initiator, {
    slotId,
    dialled,
    charged,
    save: async (transaction) => {
      await lockEpoch(transaction, record.stored)
      await addSlotToCall(transaction, record.id, slotId)
    },
  })
  record.addSlot(slotId)
}
