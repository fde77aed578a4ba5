import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { type HttpCall, tooManyRequests } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { type Credentials, findCredentials, replaceHash } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { isKnownDevice, startAfterFirstFactor } from '../sessions/index.ts'
import { type Guesses, guessesAt } from './guesses.ts'
import { type Spray, sprayOf } from './spray.ts'

type SignIn = typeof password.signInWithPassword

/** Retry-After while one password is being tried against many accounts. */
const sprayWaitSeconds = 5

export async function signIn(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { database, passwords, rateLimits } = services
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')

  const spray = sprayOf(services, project.id, body.password)
  const guesses = guessesAt(project.id, body.email)
  const { anywhere, onKnownDevices } = guesses
  const [attempt, found] = await Promise.all([
    rateLimits.takeInTurn(anywhere, spray.counted),
    findCredentials(database, project.id, body.email),
  ])
  if (!attempt) throw tooManyRequests(sprayWaitSeconds)
  const password = found?.password
  // Concurrently, so that response times do not reveal the device check.
  const [{ matches, isWeak }, isAllowed] = await Promise.all([
    passwords.matches(body.password, password?.hash ?? null),
    attempt.isAllowed || isLeftToDevice(services, { guesses, spray, found, call }),
  ])
  if (!password || !matches || !isAllowed) {
    await spray.noteFailure(call)
    throw new KnownError('EMAIL_PASSWORD_MISMATCH')
  }

  const { userId } = found
  if (isWeak) {
    const to = await passwords.hash(body.password)
    await replaceHash(database, userId, { from: password.hash, to })
  }
  const [signedIn] = await Promise.all([
    startAfterFirstFactor(
      services,
      { project, call },
      { userId, method: 'password', isNewUser: false, passwordChangedAt: password.changedAt },
    ),
    // A successful sign-in on a known device must not reset the counters of an attacker elsewhere.
    rateLimits.forget(attempt.isAllowed ? [...anywhere, ...onKnownDevices] : onKnownDevices),
  ])
  return signedIn
}

interface DeviceGuess {
  readonly guesses: Guesses
  readonly spray: Spray
  readonly found: Credentials | null
  readonly call: HttpCall
}

/** Counts an attempt beyond the general limit and returns whether a known device may still make it. */
async function isLeftToDevice(
  { database, rateLimits, now }: Services,
  { guesses, spray, found, call }: DeviceGuess,
): Promise<boolean> {
  const { userId = null, password } = found ?? {}
  if (!(await isKnownDevice(database, { userId, since: password?.changedAt, call, now: now() }))) return false
  return (await rateLimits.takeInTurn(guesses.onKnownDevices, spray.counted))?.isAllowed === true
}
