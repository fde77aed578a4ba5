export { delayWork, endAttempt, returnWork } from './attempts.ts'
export {
  type AttemptEnd,
  hasTooManyUnendedAttempts,
  isDue,
  type Lease,
  toTakeColumns,
} from './leases.ts'
export { listDueWorkspaces } from './list-due-workspaces.ts'
export { runConcurrently } from './run-concurrently.ts'
export { WorkTurns } from './work-turns.ts'
