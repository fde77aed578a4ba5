import { randomUUID } from 'node:crypto'
import { createCallRow, type StoredCall } from '../call-log/index.ts'
import { type CallEvent, createCallState, nextCallState } from '../call-state/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

interface NewCall {
  /** Also the id of the leg of the called telephone. */
  readonly id: string
  readonly number: string
  readonly from: string
  readonly country: string | null
  readonly slotIds: readonly string[]
  readonly handsetId: string
  /** Missing on other calls. */
  readonly purpose?: 'emergency-test'
  /** Missing on other calls. */
  readonly isEmergency?: boolean
}

interface OutgoingCall {
  readonly stored: StoredCall
  /** The events that have led to its state. */
  readonly events: readonly CallEvent[]
  /** Id of the leg of the browser. */
  readonly browserLegId: string
}

/** Returns the row of a call that begins now, with the legs of its browser and of the called telephone. */
export function createOutgoingCall(
  { now, nodeId, nodeLease }: Pick<Services, 'now' | 'nodeId' | 'nodeLease'>,
  user: CurrentUser,
  { id, number, from, country, slotIds, handsetId, purpose, isEmergency }: NewCall,
): OutgoingCall {
  const at = now().getTime()
  const browserLegId = randomUUID()
  const { userId, displayName: userName } = user
  const state = { ...createCallState('outgoing', at), ...(purpose && { purpose }) }
  const events: readonly CallEvent[] = [
    { type: 'leg-added', at, leg: { id: browserLegId, kind: 'browser', userId, userName, handsetId } },
    {
      type: 'leg-added',
      at,
      leg: { id, kind: 'phone', number, ...(isEmergency && { isEmergencyService: true }) },
    },
  ]
  const stored = createCallRow({
    id,
    workspaceId: user.workspaceId,
    nodeId,
    epoch: nodeLease.epoch,
    eventNumber: events.length,
    number,
    ownNumber: from,
    country,
    userId,
    userName,
    slotIds,
    state: events.reduce(nextCallState, state),
  })
  return { stored, events, browserLegId }
}
