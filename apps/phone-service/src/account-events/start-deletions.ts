import type { LiveService } from '../live/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { TrunkLeaseService } from '../trunks/index.ts'
import { startDeletingUsers } from './delete-users.ts'
import { startDeletingWorkspaces } from './delete-workspaces.ts'
import { startRepeatingDeletions } from './run-deletions.ts'

/** Deletes the data of deleted workspaces and users, until disposed. */
export function startDeletions(
  services: Services & TrunkLeaseService & LiveService & AuthenticationService,
): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  stack.use(startDeletingWorkspaces(services))
  stack.use(startDeletingUsers(services))
  stack.use(startRepeatingDeletions(services))
  return stack
}
