export { startHeartbeat } from './heartbeat.ts'
export { readNodeId } from './node-id.ts'
export { findLastHeartbeat, saveNodeStart } from './nodes.ts'
export { acquireSingleInstanceLock } from './single-instance-lock.ts'
