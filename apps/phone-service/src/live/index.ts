export { createLiveHub, type Handset, type LiveHub } from './hub.ts'
export type { ServerMessage } from './messages.ts'
export { serveLive } from './serve-live.ts'
