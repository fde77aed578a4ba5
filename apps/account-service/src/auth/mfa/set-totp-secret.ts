import type { Access } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { rejectImpersonation, requireRecentAuthentication } from '../step-up/index.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { deleteSecret, hasTotp, saveSealedSecret } from './totp-secrets.ts'

interface TotpSecretChange {
  readonly userId: string
  /** In base64; null disables the second factor and deletes its recovery codes. */
  readonly secretBase64: string | null
}

export const totpSecretPurpose = (userId: string) => `TOTP secret of ${userId}`

/**
 * Sets, replaces or removes the second factor of a user within the given transaction, and notifies their verified
 * e-mail addresses. It takes effect at the next sign-in.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED if a client replaces or removes a second factor without a recent
 * sign-in, or acts for another user.
 */
export async function setTotpSecret(
  services: Pick<Services, 'jobs' | 'secrets' | 'now'>,
  transaction: ServiceTransaction,
  access: Access,
  { userId, secretBase64 }: TotpSecretChange,
): Promise<void> {
  const { secrets, now } = services
  const hadTotp = await hasTotp(transaction, userId)
  if (hadTotp) requireRecentAuthentication(access, now())
  else rejectImpersonation(access)
  if (!hadTotp && secretBase64 === null) return

  if (secretBase64 === null) {
    await deleteSecret(transaction, userId)
    await deleteRecoveryCodes(transaction, userId)
  } else {
    const sealed = secrets.seal(secretBase64, totpSecretPurpose(userId))
    await saveSealedSecret(transaction, userId, sealed, now())
  }

  const { project, info } = access
  const isEnabled = secretBase64 !== null
  await notifySignInChange(services, transaction, {
    project,
    userId,
    change: isEnabled ? 'second-factor-on' : 'second-factor-off',
    info,
  })
  await transaction.audit(isEnabled ? 'second_factor.set' : 'second_factor.removed', {
    type: 'user',
    id: userId,
  })
}
