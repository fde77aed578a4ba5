export type { Bus, BusService } from './bus.ts'
export { createInProcessBus } from './in-process-bus.ts'
export { createNodeRequests, UnansweredError } from './node-requests.ts'
export { createRedisBus } from './redis-bus.ts'
