import { deletePrompt } from '../analysis-prompts/index.ts'
import { deleteAnnouncements, deleteStoredGreeting } from '../announcements/index.ts'
import {
  deleteAnonymousCallers,
  deleteBlockedNumbers,
  deleteBlockedNumbersOfUser,
} from '../blocked-callers/index.ts'
import { clearOwners } from '../call-analysis/index.ts'
import { deleteSeenAt, deleteUserAssignments } from '../call-log/index.ts'
import { deleteSentSummaries } from '../call-summary-mails/index.ts'
import { deleteChangesOfUser, deleteChangesOfWorkspace } from '../contact-changes/index.ts'
import {
  cancelImportsOfUser,
  deleteImportsOfUser,
  deleteImportsOfWorkspace,
} from '../contact-imports/index.ts'
import { deleteFieldsOfWorkspace, deletePrivateContacts } from '../contacts/index.ts'
import { deleteEmergencyRouteRow } from '../emergency/index.ts'
import { deleteErasuresOfWorkspace } from '../erasures/index.ts'
import {
  deleteAnsweredSlots,
  deleteCallingLimits,
  deleteDailyLimits,
  deleteEmergencySlots,
  deleteRefusals,
} from '../limits/index.ts'
import type { LiveService } from '../live/index.ts'
import { deleteMailedCalls } from '../missed-call-mails/index.ts'
import { deleteProvidersOfWorkspace } from '../model-providers/index.ts'
import {
  deleteCallerIdChoices,
  deleteCallerIdChoicesOfUser,
  releasePersonalNumbers,
} from '../numbers/index.ts'
import { deletePrices } from '../prices/index.ts'
import { deletePromptTests } from '../prompt-tests/index.ts'
import { deleteSubscriptionsOfUser } from '../push/index.ts'
import { type AuthenticationService, deleteKeyScopes, selectMembers } from '../request-context/index.ts'
import { deleteRetention } from '../retention/index.ts'
import { deleteRouting, deleteTurns } from '../routing/index.ts'
import { clearTester, deleteSelfTests } from '../self-tests/index.ts'
import type { Services } from '../services.ts'
import { deleteTrunksOfWorkspace } from '../trunks/index.ts'
import { deleteUserSettings } from '../user-settings/records/index.ts'
import { deleteVerifications } from '../verified-numbers/index.ts'
import { deleteVoicemailsOfUser } from '../voicemails/index.ts'
import { deleteWebhooks } from '../webhooks/index.ts'
import { deleteMailsOfUser, deleteWorkspaceMail, removeSummaryMember } from '../workspace-mail/index.ts'

/** Later than every change. */
const endOfTime = new Date('9999-12-31T00:00:00Z')

/**
 * Deletes what belongs to a deleted user alone. The calls, costs and shared contacts of a workspace keep the name or
 * the id of the user.
 */
export async function deleteDataOfUser(services: Services & LiveService, userId: string): Promise<void> {
  const { database, now } = services
  await deleteVoicemailsOfUser(services, userId)
  await deletePersonalData(database, userId, endOfTime)
  await deleteUserAssignments(services, { userId })
  await clearOwners(database, { userId })
  await deleteSeenAt(database, { userId })
  await deleteMailedCalls(database, { userId })
  await deleteMailsOfUser(database, { userId })
  await deleteSentSummaries(database, userId)
  await removeSummaryMember(database, { userId })
  await clearTester(database, userId)
  await releasePersonalNumbers(database, { userId }, now())
}

/**
 * Deletes what a user had set and saved for themselves when another person took over the account, so that nothing of
 * it has an effect on the calls of that person. What they have saved after `until` stays: the event may arrive late.
 */
export async function deleteDataBeforeClaim(
  database: Services['database'],
  userId: string,
  until: Date | null,
): Promise<void> {
  await deletePersonalData(database, userId, until ?? endOfTime)
}

async function deletePersonalData(
  database: Services['database'],
  userId: string,
  until: Date,
): Promise<void> {
  await deleteUserSettings(database, userId, until)
  await deleteStoredGreeting(database, userId, until)
  await deleteSubscriptionsOfUser(database, userId, until)
  await deleteBlockedNumbersOfUser(database, userId, until)
  await deleteCallerIdChoicesOfUser(database, userId, until)
  await deleteImportsOfUser(database, userId, until)
  await deleteChangesOfUser(database, userId, until)
  // Last: a change of many contacts of the user may delay it.
  await deletePrivateContacts(database, { userId }, until)
}

/**
 * Releases the number of a former member, removes their assignments, cancels their import, and deletes their private
 * contacts, which occupy the space of the workspace although no one sees them. No-op for a user who is a member again.
 * The undo data of imports of the former member remains for the administrators.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function deleteDataOfFormerMember(
  services: Services & AuthenticationService & LiveService,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  const { database, now, authentication } = services
  const members = await selectMembers(authentication, workspaceId, new Set([userId]))
  if (members.size > 0) return
  await deleteUserAssignments(services, { workspaceId, userId })
  await deleteMailsOfUser(database, { workspaceId, userId })
  await removeSummaryMember(database, { workspaceId, userId })
  await clearOwners(database, { workspaceId, userId })
  await releasePersonalNumbers(database, { workspaceId, userId }, now())
  await cancelImportsOfUser(database, { workspaceId, userId }, endOfTime)
  await deletePrivateContacts(database, { workspaceId, userId }, endOfTime)
}

/**
 * Deletes the configuration of a deleted workspace without delay, so that others can have its numbers and the
 * addresses of its providers. Its contacts, calls and recordings may be many, and are deleted in batches.
 */
export async function deleteDataOfWorkspace(services: Services, workspaceId: string): Promise<void> {
  const { database, now } = services
  await deleteKeyScopes(database, workspaceId)
  await deleteCallerIdChoices(database, workspaceId)
  await deleteRouting(database, workspaceId)
  await deleteTurns(database, workspaceId)
  await deleteAnnouncements(database, workspaceId)
  await deletePrompt(database, workspaceId)
  await deletePromptTests(database, workspaceId)
  await deleteBlockedNumbers(database, workspaceId)
  await deleteAnonymousCallers(database, workspaceId)
  await deleteVerifications(database, workspaceId)
  await deletePrices(database, workspaceId)
  await deleteImportsOfWorkspace(database, workspaceId)
  await deleteChangesOfWorkspace(database, workspaceId)
  await deleteFieldsOfWorkspace(database, workspaceId)
  await deleteDailyLimits(database, workspaceId)
  await deleteCallingLimits(database, workspaceId)
  await deleteEmergencySlots(database, workspaceId)
  await deleteAnsweredSlots(database, workspaceId)
  await deleteRefusals(database, workspaceId)
  await deleteEmergencyRouteRow(database, workspaceId)
  await deleteProvidersOfWorkspace(database, workspaceId)
  await deleteSeenAt(database, { workspaceId })
  await deleteMailedCalls(database, { workspaceId })
  await deleteWorkspaceMail(database, workspaceId)
  await releasePersonalNumbers(database, { workspaceId }, now())
  await deleteRetention(database, workspaceId)
  await deleteSelfTests(database, workspaceId)
  await deleteWebhooks(database, workspaceId)
  await deleteErasuresOfWorkspace(database, workspaceId)
  await deleteTrunksOfWorkspace(services, workspaceId)
}
