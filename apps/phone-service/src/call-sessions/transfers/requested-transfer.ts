import { randomUUID } from 'node:crypto'
import type { ConferenceEvent } from '@parley/call-engine'
import { PhoneError } from '@parley/contract/phone'
import type { ChargedLeg } from '../../limits/index.ts'
import { listTrunkNumbers, listTrunks } from '../../trunks/index.ts'
import { addParticipant } from '../legs/add-participants.ts'
import type { DialRequest } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { isEmergency } from './emergency-rules.ts'
import { type CheckedTarget, checkTarget, recordRedirection } from './record-redirection.ts'

type TransferRequested = Extract<ConferenceEvent, { type: 'leg-transfer-requested' }>

/**
 * Dials the number with which a trunk asks to connect a leg, through the same trunk and within the limits of the
 * workspace, while a user talks in the call. Refuses and records any other request: a provider must not make the
 * workspace pay for calls, a caller whom voicemail, a queue or a verification has answered must not choose numbers, and
 * nothing ends an emergency call.
 */
export async function handleRequestedTransfer(parts: CallParts, event: TransferRequested): Promise<void> {
  const { deps, record, conference } = parts
  const { workspaceId } = record.stored
  const isWithUser = record.state.legs.some(({ kind, state }) => kind === 'browser' && state === 'joined')
  const mayTransfer = isWithUser && !isEmergency(parts) && event.state === 'waiting'
  const target = await checkTarget(parts, event.to)
  const transfer = mayTransfer ? await checkTransfer(parts, event, target) : null
  try {
    if (transfer) {
      const { request, charged } = transfer
      return await addParticipant(parts, { workspaceId, userId: null }, request, charged)
    }
    await recordRedirection(parts, event.to, target)
  } catch (error) {
    if (!(error instanceof PhoneError)) throw error
    deps.log.info('call.transfer_refused', { callId: record.id, code: error.code })
  }
  if (event.state === 'waiting') await conference.current?.refuseTransfer(event.legId)
}

/** Returns what to dial and to charge for a transfer, or null when the trunk or the rules of the workspace do not allow it. */
async function checkTransfer(
  { deps, record }: CallParts,
  { legId, trunkId }: TransferRequested,
  { checked, callerName }: CheckedTarget,
): Promise<{ readonly request: DialRequest; readonly charged: ChargedLeg } | null> {
  const { database } = deps
  const { workspaceId, ownNumber } = record.stored
  const trunk = (await listTrunks(database, workspaceId)).find(({ id }) => id === trunkId)
  if (!trunk?.allowsRefer || checked instanceof PhoneError) return null
  const numbers = (await listTrunkNumbers(database, workspaceId)).filter((one) => one.trunkId === trunkId)
  const from = numbers.find(({ number }) => number === ownNumber)?.number ?? numbers[0]?.number ?? ownNumber
  if (from === null) return null
  const { number, country } = checked
  const request = {
    to: number,
    trunkId,
    from,
    callerName,
    postDialDigits: null,
    slotId: randomUUID(),
    replacedLegId: legId,
  }
  return { request, charged: { callId: record.id, number, country } }
}
