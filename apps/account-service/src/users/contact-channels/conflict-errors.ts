import { KnownError } from '@parley/contract'
import { isConstraintViolation } from '../../platform/database/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import { channelConstraints, signInChannelConstraint } from './channels.ts'

/**
 * Maps a constraint violation to an error of the contract.
 *
 * @param value the e-mail that the error names: the new one on creation, null on update.
 */
export function toChannelConflictError(error: unknown, value: string | null): unknown {
  if (isConstraintViolation(error, signInChannelConstraint))
    return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
      type: 'email',
      contact_channel_value: value,
      would_work_if_email_was_verified: false,
    })
  if (isConstraintViolation(error, channelConstraints.once)) return plainTextError('emailTaken')
  if (isConstraintViolation(error, channelConstraints.userExists)) return new KnownError('USER_NOT_FOUND')
  return error
}
