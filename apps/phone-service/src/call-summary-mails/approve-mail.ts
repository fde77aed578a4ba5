import { findCall } from '../call-log/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { type StoredMail, storeWithdrawal } from '../workspace-mail/index.ts'
import { deleteSentSummary } from './records/sent-summaries.ts'
import { selectReaders } from './select-readers.ts'

type Deps = Pick<Services, 'database' | 'log' | 'now'> & AuthenticationService

/**
 * Returns whether a waiting e-mail of a workspace may be sent: only while its recipient is a member with the verified
 * address, both of which may have changed while it waited for the mail server, and a summary only while the recipient may
 * see the call. Others are withdrawn. Another summary can be sent to this member again.
 *
 * @throws {AccountServiceUnavailableError}
 */
export async function approveMail(deps: Deps, mail: StoredMail): Promise<boolean> {
  if (await isAllowed(deps, mail)) return true
  const { id: mailId, workspaceId, userId, analysisId } = mail
  await deps.database.transaction().execute(async (transaction) => {
    await storeWithdrawal(transaction, mailId)
    if (analysisId !== null) await deleteSentSummary(transaction, { analysisId, userId })
  })
  deps.log.info('mail.withdrawn', { mailId, workspaceId })
  return false
}

async function isAllowed(
  deps: Deps,
  { kind, workspaceId, userId, recipient, callIds }: StoredMail,
): Promise<boolean> {
  const { accountUsers } = deps.authentication
  accountUsers.clear(userId)
  const user = await accountUsers.find(userId, deps.now())
  if (!user?.isEmailVerified || user.primaryEmail !== recipient) return false
  if (!user.workspaces.some(({ id }) => id === workspaceId)) return false
  if (kind !== 'call-summary') return true
  for (const callId of callIds) {
    const call = await findCall(deps.database, workspaceId, callId)
    if (!call) return false
    const readers = await selectReaders(deps, call, [{ userId, name: user.displayName }])
    if (readers.length === 0) return false
  }
  return true
}
