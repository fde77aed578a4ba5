import type { callSummaries } from '@parley/contract/phone'
import type { StoredCall } from '../call-log/index.ts'
import type { AuthenticationService, CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listSentTimes } from './records/sent-summaries.ts'
import { selectReaders } from './select-readers.ts'

/**
 * Returns the members to whom a user may send an analysis: those whom the user may see, and who may see the analysis.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function listRecipients(
  services: Pick<Services, 'database'> & AuthenticationService,
  { user, call, analysisId }: { readonly user: CurrentUser; readonly call: StoredCall; analysisId: string },
): Promise<callSummaries.SummaryRecipient[]> {
  const { workspaceMembers } = services.authentication
  const { userId: ownId, workspaceId } = user
  const visible = await workspaceMembers.list(workspaceId, ownId)
  const own = { userId: ownId, name: user.displayName ?? user.primaryEmail }
  const members = [own, ...visible.filter(({ userId }) => userId !== ownId)]
  const readers = await selectReaders(services, call, members)
  const sentTimes = await listSentTimes(services.database, analysisId)
  return readers.map(({ userId, name, wasInCall }) => ({
    userId,
    name,
    wasInCall,
    sentAt: sentTimes.get(userId)?.getTime() ?? null,
  }))
}
