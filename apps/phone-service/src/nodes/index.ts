export { createDraining } from './draining.ts'
export { startHeartbeat } from './heartbeat.ts'
export { areNewCallsAllowed, findCallLimitation, requireNewCallsAllowed } from './new-calls.ts'
export { readNodeId } from './node-id.ts'
export {
  findLastHeartbeat,
  listSilentNodes,
  nodeSilenceSeconds,
  type SilentNode,
  saveNodeStart,
} from './nodes.ts'
export { requireCallsAllowed } from './require-calls-allowed.ts'
export { acquireSingleInstanceLock, type SingleInstanceLock } from './single-instance-lock.ts'
