import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import { z } from 'zod'
import { findSignInChannel } from '../contact-channels/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { codeType } from '../verification-codes/index.ts'

export const signInCode = codeType({
  name: 'sign-in',
  data: z.object({ email: z.string() }),
  lifeMs: (options) => options.signInCodeLifeMs,
})

/**
 * Who an address signs in, or null where it would sign somebody up. Asked when a code is made and when it is used.
 *
 * @throws {TextError} 403 where magic links are off.
 * @throws {KnownError} USER_EMAIL_ALREADY_EXISTS, SIGN_UP_NOT_ENABLED
 */
export async function accountOfAddress(
  { database }: Pick<Services, 'database'>,
  project: Project,
  email: string,
): Promise<{ userId: string } | null> {
  if (!project.config.magic_link_enabled)
    throw new TextError(403, 'Signing in by e-mail is not enabled for this project.')

  const channel = await findSignInChannel(database, project.id, email)
  if (channel && !channel.isVerified)
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: true })
  if (!channel && !project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  return channel && { userId: channel.userId }
}
