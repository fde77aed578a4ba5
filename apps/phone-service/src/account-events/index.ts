export { startAccessChecks } from './check-access.ts'
export { serveAccountEvents } from './serve-account-events.ts'
export { startDeletions } from './start-deletions.ts'
