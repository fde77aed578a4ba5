import { KnownError } from '@parley/contract'
import type { Access } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange, requireVerifiedAddress } from '../../users/contact-channels/index.ts'
import { requireSessionWithSecondFactor } from './require-session-with-second-factor.ts'
import { findTotpStep } from './totp.ts'
import { deleteSecondFactor, hasTotp, markTotpStepUsed, saveSealedSecret } from './totp-secrets.ts'

interface TotpSecretChange {
  readonly userId: string
  /** In base64; null disables the second factor. */
  readonly secretBase64: string | null
  /** A TOTP code of the new secret. */
  readonly code?: string
}

/** RFC 4226, section 4, R6. Projects of the public SDK accept shorter secrets, as the hosted service does. */
const minSecretBytes = 16

export const totpSecretPurpose = (userId: string) => `TOTP secret of ${userId}`

/**
 * Sets, replaces or removes the second factor of a user within the given transaction, with the recovery codes
 * of an earlier one, and notifies their verified e-mail addresses. It takes effect at the next sign-in. The
 * caller requires a recent authentication and locks the user.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED if a client changes a second factor in a session without
 * it; EMAIL_NOT_VERIFIED; INVALID_TOTP_CODE and SCHEMA_ERROR if the project requires a code of the new
 * secret, which then needs 128 bits.
 */
export async function setTotpSecret(
  services: Pick<Services, 'jobs' | 'secrets' | 'now'>,
  transaction: ServiceTransaction,
  access: Access,
  { userId, secretBase64, code }: TotpSecretChange,
): Promise<void> {
  const { secrets, now } = services
  const hadTotp = await hasTotp(transaction, userId)
  if (!hadTotp && secretBase64 === null) return
  await requireSessionWithSecondFactor(transaction, access, userId)

  if (secretBase64 === null) {
    await deleteSecondFactor(transaction, userId)
  } else {
    await requireVerifiedAddress(transaction, access)
    const step = requireCorrectCode(access, { secretBase64, code }, now())
    const sealed = secrets.seal(secretBase64, totpSecretPurpose(userId))
    await saveSealedSecret(transaction, {
      userId,
      sealedSecret: sealed,
      createdAt: now(),
      sessionId: access.session?.id ?? null,
    })
    if (step !== null) await markTotpStepUsed(transaction, userId, step)
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

/**
 * Returns the time step of the code, so that it cannot be used again; null if the project requires no code.
 */
function requireCorrectCode(
  { project, accessType }: Access,
  { secretBase64, code = '' }: { readonly secretBase64: string; readonly code?: string },
  now: Date,
): number | null {
  if (accessType !== 'client' || !project.settings.second_factor_needs_code) return null
  const secret = Buffer.from(secretBase64, 'base64')
  if (secret.length < minSecretBytes)
    throw new KnownError('SCHEMA_ERROR', {
      message: `The secret of the second factor must have at least ${minSecretBytes} bytes.`,
    })
  const step = findTotpStep(code.replace(/\s+/g, ''), secret, now)
  if (step === null) throw new KnownError('INVALID_TOTP_CODE')
  return step
}
