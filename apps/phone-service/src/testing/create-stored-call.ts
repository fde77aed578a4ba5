import { randomUUID } from 'node:crypto'
import type { StoredCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'

/** Returns an incoming call of its own conference that nothing is known about, with `properties`. */
export function createStoredCall(properties: Partial<StoredCall> = {}): StoredCall {
  const id = properties.id ?? randomUUID()
  return {
    id,
    workspaceId: randomUUID(),
    nodeId: randomUUID(),
    conferenceId: id,
    invitingLegId: null,
    number: null,
    callerName: null,
    ownNumber: null,
    country: 'US',
    ringUserId: null,
    userId: null,
    userName: null,
    notes: '',
    epoch: 0,
    version: 0,
    eventNumber: 0,
    engineEventNumber: 0,
    slotIds: [],
    state: createCallState('incoming', 1),
    ...properties,
  }
}
