import { KnownError } from '@parley/contract'
import { hashToken, type RateLimit } from '@parley/server'
import { withFailedAccount } from '../../platform/audit/index.ts'
import type { RequestContext } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { hashRecoveryCode } from './recovery-code-format.ts'
import { countUnusedRecoveryCodes, markRecoveryCodeUsed } from './recovery-codes.ts'
import { totpSecretPurpose } from './set-totp-secret.ts'
import { findTotpStep } from './totp.ts'
import { findSealedSecret, markTotpStepUsed } from './totp-secrets.ts'

/**
 * Limit of wrong codes per user across all sign-ins. Beyond it, a correct code gets the same response as a
 * wrong one.
 */
const perUser: RateLimit = {
  name: 'second-factor-by-user',
  attempts: 10,
  windowMs: 15 * 60_000,
  kind: 'sliding',
}

interface SecondFactorInput {
  readonly userId: string
  /** A TOTP code (six digits) or a recovery code. */
  readonly code: string
}

type Deps = Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'>

/**
 * Verifies and consumes a second factor: a TOTP time step and a recovery code are accepted once, also
 * concurrently.
 *
 * @throws {KnownError} INVALID_TOTP_CODE
 */
export async function checkSecondFactor(
  services: Deps,
  request: RequestContext,
  input: SecondFactorInput,
): Promise<void> {
  const { rateLimits } = services
  const counter = hashToken(input.userId)
  const { isAllowed } = await rateLimits.consume(perUser, counter)
  const isCorrect =
    isAllowed && ((await verifyTotp(services, input)) || (await redeemRecoveryCode(services, request, input)))
  if (!isCorrect)
    throw withFailedAccount(new KnownError('INVALID_TOTP_CODE'), { key: counter, userId: input.userId })
  await rateLimits.reset([{ limit: perUser, key: counter }])
}

async function verifyTotp(
  { database, secrets, now }: Deps,
  { userId, code: text }: SecondFactorInput,
): Promise<boolean> {
  const sealed = await findSealedSecret(database, userId)
  if (sealed === null) return false
  const secret = Buffer.from(secrets.open(sealed, totpSecretPurpose(userId)), 'base64')
  const step = findTotpStep(text.replace(/\s+/g, ''), secret, now())
  return step !== null && (await markTotpStepUsed(database, userId, step))
}

async function redeemRecoveryCode(
  services: Deps,
  request: RequestContext,
  { userId, code: text }: SecondFactorInput,
): Promise<boolean> {
  const { secrets, now } = services
  const { project, info } = request
  const hash = hashRecoveryCode(secrets, userId, text)
  if (hash === null) return false

  return await request.transaction(async (transaction) => {
    if (!(await markRecoveryCodeUsed(transaction, userId, hash, now()))) return false
    await notifySignInChange(services, transaction, { project, userId, change: 'recovery-code-used', info })
    await transaction
      .as({ type: 'user', id: userId })
      .audit(
        'recovery_code.used',
        { type: 'user', id: userId },
        { remaining: await countUnusedRecoveryCodes(transaction, userId) },
      )
    return true
  })
}
