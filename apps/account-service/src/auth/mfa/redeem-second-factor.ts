import { KnownError } from '@parley/contract'
import { hashToken, type RateLimit } from '@parley/server'
import { withFailedAccount } from '../../platform/audit/index.ts'
import type { RequestContext } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
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
  /** The result of {@link consumeSecondFactorAttempt}. */
  readonly isAllowed: boolean
}

type Deps = Pick<Services, 'jobs' | 'secrets' | 'options' | 'now'>

/** Counts an attempt of a user. Returns whether a correct code is accepted. */
export async function consumeSecondFactorAttempt(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  userId: string,
): Promise<boolean> {
  return (await rateLimits.consume(perUser, hashToken(userId))).isAllowed
}

/** Forgets the attempts of a user, after a correct code. */
export async function resetSecondFactorAttempts(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  userId: string,
): Promise<void> {
  await rateLimits.reset([{ limit: perUser, key: hashToken(userId) }])
}

/**
 * Verifies and consumes a second factor within the transaction that redeems the attempt: a TOTP time step and
 * a recovery code are accepted once, also concurrently.
 *
 * @throws {KnownError} INVALID_TOTP_CODE
 */
export async function redeemSecondFactor(
  services: Deps,
  request: RequestContext,
  transaction: ServiceTransaction,
  input: SecondFactorInput,
): Promise<void> {
  const { userId, isAllowed } = input
  const isCorrect =
    isAllowed &&
    ((await verifyTotp(services, transaction, input)) ||
      (await redeemRecoveryCode(services, request, transaction, input)))
  if (!isCorrect)
    throw withFailedAccount(new KnownError('INVALID_TOTP_CODE'), { key: hashToken(userId), userId })
}

async function verifyTotp(
  { secrets, now }: Deps,
  transaction: ServiceTransaction,
  { userId, code: text }: SecondFactorInput,
): Promise<boolean> {
  const sealed = await findSealedSecret(transaction, userId)
  if (sealed === null) return false
  const secret = Buffer.from(secrets.open(sealed, totpSecretPurpose(userId)), 'base64')
  const step = findTotpStep(text.replace(/\s+/g, ''), secret, now())
  return step !== null && (await markTotpStepUsed(transaction, userId, step))
}

async function redeemRecoveryCode(
  services: Deps,
  { project, info }: RequestContext,
  transaction: ServiceTransaction,
  { userId, code: text }: SecondFactorInput,
): Promise<boolean> {
  const { secrets, now } = services
  const hash = hashRecoveryCode(secrets, userId, text)
  if (hash === null || !(await markRecoveryCodeUsed(transaction, userId, hash, now()))) return false

  await notifySignInChange(services, transaction, { project, userId, change: 'recovery-code-used', info })
  await transaction
    .as({ type: 'user', id: userId })
    .audit(
      'recovery_code.used',
      { type: 'user', id: userId },
      { remaining: await countUnusedRecoveryCodes(transaction, userId) },
    )
  return true
}
