import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { tooManyRequests } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { findCredentials, replaceHash } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { startAfterFirstFactor } from '../sessions/index.ts'
import { guessesAt } from './guesses.ts'
import { sprayOf } from './spray.ts'

type SignIn = typeof password.signInWithPassword

/** While one password is tried over many accounts. */
const sprayWaitSeconds = 5

export async function signIn(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { database, passwords, rateLimits } = services
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')

  const spray = sprayOf(services, project.id, body.password)
  const guesses = guessesAt(project.id, body.email)
  const [attempt, found] = await Promise.all([
    rateLimits.takeInTurn(guesses, spray.counted),
    findCredentials(database, project.id, body.email),
  ])
  if (!attempt) throw tooManyRequests(sprayWaitSeconds)
  const password = found?.password
  const { matches, isWeak } = await passwords.matches(body.password, password?.hash ?? null)
  if (!password || !matches || !attempt.isAllowed) {
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
    rateLimits.forget(guesses),
  ])
  return signedIn
}
