export {
  type AttemptEnd,
  hasTooManyUnendedAttempts,
  isDue,
  type Lease,
  toTakeColumns,
} from './leases.ts'
export { type DueWorkspace, listDueWorkspaces } from './list-due-workspaces.ts'
export { runConcurrently } from './run-concurrently.ts'
export { delayWork, endAttempt, releaseWork, returnWork, type WorkRow, type WorkTable } from './work-rows.ts'
export { WorkTurns } from './work-turns.ts'
