import { KnownError } from '@parley/contract'
import { hashToken, type RateLimit } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { hashRecoveryCode } from './recovery-code-text.ts'
import { remainingRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { secretPurposeOf } from './set-totp-secret.ts'
import { stepOf } from './totp.ts'
import { findSealedSecret, takeStep } from './totp-secrets.ts'

/**
 * Limit of wrong codes per user across all sign-ins. Beyond it, a correct code gets the same response as a wrong one.
 */
const perUser: RateLimit = {
  name: 'second-factor-by-user',
  attempts: 10,
  windowMs: 15 * 60_000,
  isSliding: true,
}

interface Typed {
  readonly project: Project
  readonly userId: string
  /** A TOTP code (six digits) or a recovery code. */
  readonly text: string
  readonly call: HttpCall
}

type Needs = Pick<Services, 'database' | 'secrets' | 'jobs' | 'rateLimits' | 'options' | 'now'>

/**
 * Verifies and consumes a second factor: a TOTP time step and a recovery code are accepted once, also concurrently.
 *
 * @throws {KnownError} INVALID_TOTP_CODE
 */
export async function checkSecondFactor(services: Needs, typed: Typed): Promise<void> {
  const { rateLimits } = services
  const counter = hashToken(typed.userId)
  const { isAllowed } = await rateLimits.take(perUser, counter)
  const isRight =
    isAllowed && ((await acceptDigits(services, typed)) || (await acceptRecoveryCode(services, typed)))
  if (!isRight) throw new KnownError('INVALID_TOTP_CODE')
  await rateLimits.forget([{ limit: perUser, key: counter }])
}

async function acceptDigits({ database, secrets, now }: Needs, { userId, text }: Typed): Promise<boolean> {
  const sealed = await findSealedSecret(database, userId)
  if (sealed === null) return false
  const secret = Buffer.from(secrets.open(sealed, secretPurposeOf(userId)), 'base64')
  const step = stepOf(text.replace(/\s+/g, ''), secret, now())
  return step !== null && (await takeStep(database, userId, step))
}

async function acceptRecoveryCode(services: Needs, { project, userId, text, call }: Typed): Promise<boolean> {
  const { database, secrets, now } = services
  const hash = hashRecoveryCode(secrets, userId, text)
  if (hash === null) return false

  return await database.transaction().execute(async (transaction) => {
    if (!(await takeRecoveryCode(transaction, userId, hash, now()))) return false
    await tellSignInChange(services, transaction, { project, userId, change: 'recovery-code-used', call })
    await recordAudit(transaction, {
      projectId: project.id,
      actor: { type: 'user', id: userId },
      action: 'recovery_code.used',
      subject: { type: 'user', id: userId },
      details: { remaining: await remainingRecoveryCodes(transaction, userId) },
      call,
      at: now(),
    })
    return true
  })
}
