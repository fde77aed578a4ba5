import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { hashToken, type RateLimit } from '@parley/server'
import type { ServedRequest } from '../access/index.ts'
import { findSignInChannel } from '../contact-channels/index.ts'
import { findPasswordHash, replacePassword } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { startAfterFirstFactor } from '../sessions/index.ts'
import { sprayOf } from './spray.ts'

type SignIn = typeof password.signInWithPassword

/** Wrong passwords for one address. Beyond it a right one is not told from a wrong one. */
export const perAddress: RateLimit = {
  name: 'password-sign-in-by-address',
  attempts: 10,
  windowMs: 15 * 60_000,
}

export async function signIn(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { database, passwords, rateLimits, now } = services
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')

  const spray = sprayOf(services, project.id, body.password)
  await spray.refuse()
  const counter = hashToken(`${project.id} ${body.email}`)
  const { isAllowed } = await rateLimits.take(perAddress, counter)
  const channel = await findSignInChannel(database, project.id, body.email)
  const hash = channel && (await findPasswordHash(database, channel.userId))
  const { matches, isWeak } = await passwords.matches(body.password, hash)
  if (!channel || !hash || !matches || !isAllowed) {
    await spray.noteFailure(call)
    throw new KnownError('EMAIL_PASSWORD_MISMATCH')
  }

  await rateLimits.forget(perAddress, counter)
  const stronger = isWeak ? await passwords.hash(body.password) : null
  return await startAfterFirstFactor(services, { project, call }, async (transaction) => {
    if (stronger) await replacePassword(transaction, channel.userId, { from: hash, to: stronger }, now())
    return { userId: channel.userId, method: 'password', isNewUser: false }
  })
}
