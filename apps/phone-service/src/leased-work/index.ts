export {
  type AttemptEnd,
  hasTooManyUnendedAttempts,
  isDue,
  type Lease,
  toEndColumns,
  toReturnColumns,
  toTakeColumns,
} from './leases.ts'
export { listDueWorkspaces } from './list-due-workspaces.ts'
export { runConcurrently } from './run-concurrently.ts'
export { WorkTurns } from './work-turns.ts'
