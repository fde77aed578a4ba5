import type { StoredCall } from '../call-log/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listMissedCallMailSettings } from '../user-settings/records/index.ts'

/**
 * Returns the users who want an e-mail about a missed call: the owner of the called number, or the members who
 * want e-mails about the calls to all numbers.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function chooseRecipients(
  { database, authentication }: Pick<Services, 'database'> & AuthenticationService,
  { workspaceId, ringUserId }: StoredCall,
): Promise<string[]> {
  if (ringUserId !== null) return [...(await listMissedCallMailSettings(database, [ringUserId])).keys()]
  const members = await authentication.workspaceMembers.listAll(workspaceId)
  const settings = await listMissedCallMailSettings(
    database,
    members.map(({ userId }) => userId),
  )
  return [...settings].filter(([, calls]) => calls === 'all').map(([userId]) => userId)
}
