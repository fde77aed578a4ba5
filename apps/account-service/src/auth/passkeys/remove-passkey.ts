import type { Access } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { deletePasskey } from './passkeys.ts'

/**
 * Deletes the passkey of a user within the given transaction and notifies their verified e-mail addresses;
 * no-op without a passkey. The caller requires a recent authentication.
 */
export async function removePasskey(
  services: Pick<Services, 'jobs' | 'now'>,
  transaction: ServiceTransaction,
  access: Access,
  userId: string,
): Promise<void> {
  const { project, info } = access
  if (!(await deletePasskey(transaction, userId))) return

  await notifySignInChange(services, transaction, { project, userId, change: 'passkey-removed', info })
  await transaction.audit('passkey.removed', { type: 'user', id: userId })
}
