export { CallSession, type CallSessionService } from './call-session.ts'
export { consumeEngineEvents } from './engine-events.ts'
export { recoverCalls } from './recover-calls.ts'
