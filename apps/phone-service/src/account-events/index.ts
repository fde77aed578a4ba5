export { startAccessChecks } from './check-access.ts'
export { startDeletingUsers } from './delete-users.ts'
export { startDeletingWorkspaces } from './delete-workspaces.ts'
export { serveAccountEvents } from './serve-account-events.ts'
