export { createDraining } from './draining.ts'
export { acquireInstanceLock, type InstanceLock } from './instance-lock.ts'
export { areNewCallsAllowed, findCallLimitation, requireNewCallsAllowed } from './new-calls.ts'
export { readNodeId } from './node-id.ts'
export { createNodeLease, type NodeLease } from './node-lease.ts'
export {
  endEpoch,
  findLastHeartbeat,
  listSilentNodes,
  lockEpoch,
  nodeSilenceSeconds,
  type SilentNode,
  selectAliveNodes,
  selectPresentNodes,
} from './nodes.ts'
export { requireCallsAllowed } from './require-calls-allowed.ts'
