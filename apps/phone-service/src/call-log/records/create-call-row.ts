import type { StoredCall } from './stored-call.ts'

type GivenProperties = Pick<StoredCall, 'id' | 'workspaceId' | 'nodeId' | 'epoch' | 'state'> &
  Partial<StoredCall>

/** Returns the row of a new call of its own conference, about which only the given properties are known. */
export function createCallRow(given: GivenProperties): StoredCall {
  return {
    version: 0,
    eventNumber: 0,
    engineEventNumber: 0,
    conferenceId: given.id,
    invitingLegId: null,
    number: null,
    callerName: null,
    ownNumber: null,
    country: null,
    ringUserId: null,
    userId: null,
    userName: null,
    notes: '',
    tags: [],
    assignment: null,
    erasedAt: null,
    slotIds: [],
    ...given,
  }
}
