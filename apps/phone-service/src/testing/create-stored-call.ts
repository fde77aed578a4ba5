import { randomUUID } from 'node:crypto'
import { createCallRow, type StoredCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'

/** Returns an incoming call of its own conference that nothing is known about, with `properties`. */
export function createStoredCall(properties: Partial<StoredCall> = {}): StoredCall {
  return createCallRow({
    id: randomUUID(),
    workspaceId: randomUUID(),
    nodeId: randomUUID(),
    epoch: 0,
    country: 'US',
    state: createCallState('incoming', 1),
    ...properties,
  })
}
