import type { HttpCall } from '@parley/server/http'
import type { Transaction } from 'kysely'
import type { Access } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import type { AccountTables } from '../database/index.ts'
import type { Services } from '../services.ts'
import { refuseImpersonation } from '../step-up/index.ts'
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
  { userId, call }: { readonly userId: string; readonly call: HttpCall },
): Promise<void> {
  const { project, actor } = access
  refuseImpersonation(access)
  if (!(await deletePasskey(transaction, userId))) return

  await tellSignInChange(services, transaction, { project, userId, change: 'passkey-removed', call })
  await recordAudit(transaction, {
    projectId: project.id,
    actor,
    action: 'passkey.removed',
    subject: { type: 'user', id: userId },
    call,
    at: services.now(),
  })
}
