import { KnownError } from '@parley/contract'
import type { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { findSignInChannel } from '../../users/contact-channels/index.ts'
import type { passwordResetCode } from './reset-code.ts'

/**
 * A reset code is valid only while its e-mail address still signs in the user it was issued to.
 *
 * @throws {KnownError} VERIFICATION_CODE_NOT_FOUND
 */
export async function requireSameEmail(
  database: Database,
  projectId: string,
  { userId, email }: z.infer<typeof passwordResetCode.data>,
): Promise<void> {
  const channel = await findSignInChannel(database, projectId, email)
  if (channel?.userId !== userId) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
}
