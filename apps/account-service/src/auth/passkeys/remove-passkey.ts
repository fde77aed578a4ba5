import type { RequestInfo } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { rejectImpersonation } from '../step-up/index.ts'
import { deletePasskey } from './passkeys.ts'

/**
 * Deletes the passkey of a user within the given transaction and notifies their verified e-mail addresses; no-op
 * without a passkey.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED during impersonation, if the project restricts it.
 */
export async function removePasskey(
  services: Pick<Services, 'jobs' | 'options' | 'now'>,
  transaction: Transaction<AccountTables>,
  access: Pick<Access, 'project' | 'accessType' | 'session' | 'actor'>,
  { userId, info }: { readonly userId: string; readonly info: RequestInfo },
): Promise<void> {
  const { project, actor } = access
  rejectImpersonation(access)
  if (!(await deletePasskey(transaction, userId))) return

  await notifySignInChange(services, transaction, { project, userId, change: 'passkey-removed', info })
  await recordAudit(transaction, {
    projectId: project.id,
    actor,
    action: 'passkey.removed',
    subject: { type: 'user', id: userId },
    info,
    at: services.now(),
  })
}
