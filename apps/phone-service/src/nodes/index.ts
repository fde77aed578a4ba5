export { startHeartbeat } from './heartbeat.ts'
export { readNodeId } from './node-id.ts'
export {
  findLastHeartbeat,
  listSilentNodes,
  nodeSilenceSeconds,
  type SilentNode,
  saveNodeStart,
} from './nodes.ts'
export { acquireSingleInstanceLock } from './single-instance-lock.ts'
