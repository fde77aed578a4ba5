export { startAccessChecks } from './check-access.ts'
export { serveAccountEvents } from './serve-account-events.ts'
