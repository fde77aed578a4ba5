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
  const found = await findCredentials(database, project.id, body.email)
  const password = found?.password
  const { matches, isWeak, verdict } = await passwords.matches(
    body.password,
    password?.hash ?? null,
    toHashingClient(request),
    () => countAttempt(services, { failedAttempts, spray, found, info }),
  )
  if (verdict === 'sprayed') throw tooManyRequests(sprayRetryAfterSeconds)
  if (!password || !matches || verdict === 'exhausted') {
    await spray.recordFailure()
    throw withFailedAccount(new KnownError('EMAIL_PASSWORD_MISMATCH'), {
      key: failedAttempts.accountKey,
      userId: found?.userId ?? null,
    })
  }

  const { userId } = found
  const { anywhere, onKnownDevices } = failedAttempts
  // A successful sign-in on a known device must not reset the counters of an attacker elsewhere.
  await rateLimits.reset(verdict === 'allowed' ? [...anywhere, ...onKnownDevices] : onKnownDevices)
  if (isWeak) {
    const to = await passwords.hash(body.password, toHashingClient(request))
    await replaceHash(database, userId, { from: password.hash, to })
  }
  return await completeFirstFactor(services, request, {
    userId,
    method: 'password',
    isNewUser: false,
    credential: {
      select: (from) => passwordUnchangedSince(from, userId, password.changedAt),
      removedError: new KnownError('EMAIL_PASSWORD_MISMATCH'),
    },
  })
}

interface Attempt {
  readonly failedAttempts: FailedAttemptLimits
  readonly spray: SprayDetector
  readonly found: Credentials | null
  readonly info: RequestInfo
}

type AttemptVerdict = 'allowed' | 'allowed on known device' | 'exhausted' | 'sprayed'

/** Counts an attempt. Beyond the general limit, a known device may still make it. */
async function countAttempt(
  { database, rateLimits, now }: Pick<Services, 'database' | 'rateLimits' | 'now'>,
  { failedAttempts, spray, found, info }: Attempt,
): Promise<AttemptVerdict> {
  const attempt = await rateLimits.consumeAll(failedAttempts.anywhere, spray.counted)
  if (!attempt) return 'sprayed'
  if (attempt.isAllowed) return 'allowed'
  const { userId = null, password } = found ?? {}
  if (!(await isKnownDevice(database, { userId, since: password?.changedAt, info, now: now() })))
    return 'exhausted'
  const further = await rateLimits.consumeAll(failedAttempts.onKnownDevices, spray.counted)
  return further?.isAllowed === true ? 'allowed on known device' : 'exhausted'
}
