import { listRungUsers, type StoredCall } from '../call-log/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listMissedCallMailSettings } from '../user-settings/records/index.ts'
import { findMailRules } from '../workspace-mail/index.ts'

/**
 * Returns the users who want an e-mail about a missed call: the owner of the called number, or the members who
 * want e-mails about the calls to all numbers and for whom it rang.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function chooseRecipients(
  { database, authentication }: Pick<Services, 'database'> & AuthenticationService,
  call: StoredCall,
): Promise<string[]> {
  const { missedCalls = 'off' } = (await findMailRules(database, call.workspaceId)) ?? {}
  if (call.ringUserId !== null) {
    const settings = await listMissedCallMailSettings(database, [call.ringUserId], missedCalls)
    return [...settings].filter(([, calls]) => calls !== 'off').map(([userId]) => userId)
  }
  const rung = listRungUsers(call)
  const members = rung ?? (await authentication.workspaceMembers.listAll(call.workspaceId)).map(toUserId)
  const settings = await listMissedCallMailSettings(database, members, missedCalls)
  return [...settings].filter(([, calls]) => calls === 'all').map(([userId]) => userId)
}

function toUserId({ userId }: { readonly userId: string }): string {
  return userId
}
