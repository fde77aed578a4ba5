export { CallSession } from './call-session.ts'
export type { CallSessionService } from './call-session-service.ts'
export { consumeEngineEvents } from './engine-events.ts'
export { recoverCalls } from './recover-calls.ts'
