import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { type RequestInfo, tooManyRequests } from '@parley/server/http'
import { withFailedAccount } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { completeFirstFactor, isKnownDevice } from '../sessions/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { type FailedAttemptLimits, failedAttemptLimitsFor } from './failed-attempt-limits.ts'
import {
  type Credentials,
  findCredentials,
  type PasswordService,
  passwordUnchangedSince,
  replaceHash,
  toHashingClient,
} from './hashes/index.ts'
import { createSprayDetector, type SprayDetector } from './password-spray-detection.ts'

type SignIn = typeof password.signInWithPassword

/** Retry-After while one password is being tried against many accounts. */
const sprayRetryAfterSeconds = 5

export async function signIn(
  services: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'options' | 'log' | 'now'> &
    PasswordService &
    AccessTokenService,
  request: EndpointRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { project, body, info } = request
  const { database, passwords, rateLimits } = services
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')

  const spray = createSprayDetector(services, request, body.password)
  const failedAttempts = failedAttemptLimitsFor(project.id, body.email)
  const { anywhere, onKnownDevices } = failedAttempts
  const [attempt, found] = await Promise.all([
    rateLimits.consumeAll(anywhere, spray.counted),
    findCredentials(database, project.id, body.email),
  ])
  if (!attempt) throw tooManyRequests(sprayRetryAfterSeconds)
  const password = found?.password
  // Concurrently, so that response times do not reveal the device check.
  const [{ matches, isWeak }, isAllowed] = await Promise.all([
    passwords.matches(body.password, password?.hash ?? null, toHashingClient(request)),
    attempt.isAllowed || isAllowedOnKnownDevice(services, { failedAttempts, spray, found, info }),
  ])
  if (!password || !matches || !isAllowed) {
    await spray.recordFailure()
    throw withFailedAccount(new KnownError('EMAIL_PASSWORD_MISMATCH'), {
      key: failedAttempts.accountKey,
      userId: found?.userId ?? null,
    })
  }

  const { userId } = found
  if (isWeak) {
    const to = await passwords.hash(body.password, toHashingClient(request))
    await replaceHash(database, userId, { from: password.hash, to })
  }
  const [signedIn] = await Promise.all([
    completeFirstFactor(services, request, {
      userId,
      method: 'password',
      isNewUser: false,
      credential: {
        select: (from) => passwordUnchangedSince(from, userId, password.changedAt),
        removedError: new KnownError('EMAIL_PASSWORD_MISMATCH'),
      },
    }),
    // A successful sign-in on a known device must not reset the counters of an attacker elsewhere.
    rateLimits.reset(attempt.isAllowed ? [...anywhere, ...onKnownDevices] : onKnownDevices),
  ])
  return signedIn
}

interface KnownDeviceAttempt {
  readonly failedAttempts: FailedAttemptLimits
  readonly spray: SprayDetector
  readonly found: Credentials | null
  readonly info: RequestInfo
}

/** Counts an attempt beyond the general limit and returns whether a known device may still make it. */
async function isAllowedOnKnownDevice(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  { failedAttempts, spray, found, info }: KnownDeviceAttempt,
): Promise<boolean> {
  const { userId = null, password } = found ?? {}
  if (!(await isKnownDevice(database, { userId, since: password?.changedAt, info, now: now() }))) return false
  return (await rateLimits.consumeAll(failedAttempts.onKnownDevices, spray.counted))?.isAllowed === true
}
