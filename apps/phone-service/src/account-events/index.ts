export { startAccessChecks } from './check-access.ts'
export { startDeletingWorkspaces } from './delete-workspaces.ts'
export { serveAccountEvents } from './serve-account-events.ts'
