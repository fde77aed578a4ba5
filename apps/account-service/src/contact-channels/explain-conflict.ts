import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import { isViolationOf } from '../database/index.ts'
import { channelConstraints, signInChannelConstraint } from './channels.ts'

/**
 * Maps a constraint violation to an error of the contract.
 *
 * @param value the e-mail that the error names: the new one on creation, null on update.
 */
export function explainConflict(error: unknown, value: string | null): unknown {
  if (isViolationOf(error, signInChannelConstraint))
    return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
      type: 'email',
      contact_channel_value: value,
      would_work_if_email_was_verified: false,
    })
  if (isViolationOf(error, channelConstraints.once))
    return new TextError(400, 'The user already has this e-mail address.')
  if (isViolationOf(error, channelConstraints.userExists)) return new KnownError('USER_NOT_FOUND')
  return error
}
