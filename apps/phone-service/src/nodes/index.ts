export { beOnlyPhone } from './be-only-phone.ts'
export { keepHeartbeat } from './heartbeat.ts'
export { readNodeId } from './node-id.ts'
export { findLastHeartbeat, saveStart } from './nodes.ts'
