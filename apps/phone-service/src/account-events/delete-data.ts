import { deleteAnnouncements, deleteStoredGreeting } from '../announcements/index.ts'
import { deleteBlockedNumbers } from '../blocked-callers/index.ts'
import { deleteCallerIdChoices, releasePersonalNumbers } from '../numbers/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  selectMembers,
} from '../request-context/index.ts'
import { deleteRouting } from '../routing/index.ts'
import type { Services } from '../services.ts'
import { deleteTrunksOfWorkspace } from '../trunks/index.ts'
import { deleteUserSettings } from '../user-settings/records/index.ts'
import { deleteVerifications } from '../verified-numbers/index.ts'

/** Deletes what belongs to a deleted user alone. */
export async function deleteDataOfUser({ database, now }: Services, userId: string): Promise<void> {
  await deleteCallerIdChoices(database, { userId })
  await deleteStoredGreeting(database, userId)
  await deleteUserSettings(database, userId)
  await releasePersonalNumbers(database, { userId }, now())
}

/** Releases the number of a former member. No-op for a user who is a member again, or whose membership is not known. */
export async function releaseNumberOfFormerMember(
  { database, now, authentication }: Services & AuthenticationService,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  try {
    const members = await selectMembers(authentication, workspaceId, new Set([userId]))
    if (members.size === 0) await releasePersonalNumbers(database, { workspaceId, userId }, now())
  } catch (error) {
    if (!(error instanceof AccountServiceUnavailableError)) throw error
  }
}

/**
 * Deletes the configuration of a deleted workspace, so that others can have its numbers and the addresses of its
 * providers. Calls and recordings remain until they are erased.
 */
export async function deleteDataOfWorkspace(services: Services, workspaceId: string): Promise<void> {
  const { database, now } = services
  await deleteCallerIdChoices(database, { workspaceId })
  await deleteRouting(database, workspaceId)
  await deleteAnnouncements(database, workspaceId)
  await deleteBlockedNumbers(database, workspaceId)
  await deleteVerifications(database, workspaceId)
  await releasePersonalNumbers(database, { workspaceId }, now())
  await deleteTrunksOfWorkspace(services, workspaceId)
}
