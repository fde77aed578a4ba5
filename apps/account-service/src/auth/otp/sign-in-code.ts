import { KnownError } from '@parley/contract'
import { PlainTextError } from '@parley/server/http'
import { z } from 'zod'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { findSignInChannel } from '../../users/contact-channels/index.ts'
import { requireSignUpAllowed } from '../../users/index.ts'
import { codeType } from '../verification-codes/index.ts'

export const signInCode = codeType({
  name: 'sign-in',
  page: 'magic-link-callback',
  data: z.object({ email: z.string() }),
  lifetimeMs: (options) => options.signInCodeLifetimeMs,
})

/**
 * Returns the user who signs in with an e-mail address, or null if it would sign up a new user. Checked when
 * a code is created and again when it is used.
 *
 * @throws {PlainTextError} 403 if magic links are disabled.
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, SIGN_UP_NOT_ENABLED
 */
export async function findAccountByEmail(
  { database, now }: Pick<Services, 'database' | 'now'>,
  project: Project,
  email: string,
): Promise<{ userId: string } | null> {
  if (!project.config.magic_link_enabled)
    throw new PlainTextError(403, 'Sign-in by e-mail is not enabled for this project.')

  const channel = await findSignInChannel(database, project.id, email)
  if (channel && !channel.isVerified)
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true })
  if (!channel && !project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  if (!channel)
    // The code, which is sent to the address, verifies it.
    await requireSignUpAllowed(database, project, { email: { value: email, isVerified: true }, now: now() })
  return channel && { userId: channel.userId }
}
