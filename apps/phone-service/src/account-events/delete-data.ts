import { deleteAnnouncements, deleteStoredGreeting } from '../announcements/index.ts'
import { deleteBlockedNumbers, deleteBlockedNumbersOfUser } from '../blocked-callers/index.ts'
import { deleteSeenAt } from '../call-log/index.ts'
import { deletePrivateContacts } from '../contacts/index.ts'
import { deleteEmergencyRouteRow } from '../emergency/index.ts'
import { deleteCallingLimits, deleteDailyLimits, deleteRefusals } from '../limits/index.ts'
import { deleteMailedCalls } from '../missed-call-mails/index.ts'
import { deleteCallerIdChoices, releasePersonalNumbers } from '../numbers/index.ts'
import { deletePrices } from '../prices/index.ts'
import { deleteSubscriptionsOfUser } from '../push/index.ts'
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
import { deleteVoicemailsOfUser } from '../voicemails/index.ts'

/**
 * Deletes what belongs to a deleted user alone. The calls, costs and shared contacts of a workspace keep the name or
 * the id of the user.
 */
export async function deleteDataOfUser(services: Services, userId: string): Promise<void> {
  const { database, now } = services
  await deleteVoicemailsOfUser(services, userId)
  await deletePersonalData(database, userId)
  await deleteSeenAt(database, { userId })
  await deleteMailedCalls(database, { userId })
  await releasePersonalNumbers(database, { userId }, now())
}

/**
 * Deletes what a user has set and saved for themselves, so that nothing of it has an effect on the calls of the person
 * who takes over the account. That person starts again if the event arrives late.
 */
export async function deletePersonalData(database: Services['database'], userId: string): Promise<void> {
  await deletePrivateContacts(database, userId)
  await deleteSubscriptionsOfUser(database, userId)
  await deleteBlockedNumbersOfUser(database, userId)
  await deleteCallerIdChoices(database, { userId })
  await deleteStoredGreeting(database, userId)
  await deleteUserSettings(database, userId)
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
 * Deletes the configuration of a deleted workspace without delay, so that others can have its numbers and the
 * addresses of its providers. Its contacts, calls and recordings may be many, and are deleted in batches.
 */
export async function deleteDataOfWorkspace(services: Services, workspaceId: string): Promise<void> {
  const { database, now } = services
  await deleteCallerIdChoices(database, { workspaceId })
  await deleteRouting(database, workspaceId)
  await deleteAnnouncements(database, workspaceId)
  await deleteBlockedNumbers(database, workspaceId)
  await deleteVerifications(database, workspaceId)
  await deletePrices(database, workspaceId)
  await deleteDailyLimits(database, workspaceId)
  await deleteCallingLimits(database, workspaceId)
  await deleteRefusals(database, workspaceId)
  await deleteEmergencyRouteRow(database, workspaceId)
  await deleteSeenAt(database, { workspaceId })
  await deleteMailedCalls(database, { workspaceId })
  await releasePersonalNumbers(database, { workspaceId }, now())
  await deleteTrunksOfWorkspace(services, workspaceId)
}
