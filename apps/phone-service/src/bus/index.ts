export type { Bus, BusService } from './bus.ts'
export { createInProcessBus } from './in-process-bus.ts'
export { createRedisBus } from './redis-bus.ts'
