export { CallSession } from './call-session.ts'
export { startEndingLostCalls } from './end-lost-calls.ts'
export { consumeEngineEvents } from './engine-events.ts'
export { recoverCalls } from './recover-calls.ts'
