import type { LiveService } from '../../live/index.ts'
import type { Services } from '../../services.ts'
import { deleteAssignments } from '../records/index.ts'
import { publishDetails } from './publish-details.ts'

/** Removes the assignments to a user who is no longer a member: of one workspace, or of any. */
export async function deleteUserAssignments(
  { database, live }: Pick<Services, 'database'> & LiveService,
  user: { readonly userId: string; readonly workspaceId?: string },
): Promise<void> {
  for (const call of await deleteAssignments(database, user)) publishDetails(live, [call])
}
