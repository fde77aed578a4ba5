import { KnownError } from '@parley/contract'
import { TextError } from '@parley/server/http'
import { isViolationOf } from '../database/index.ts'
import { channelConstraints, signInChannelConstraint } from './channels.ts'

/**
 * Says in the words of the contract what the database refused.
 *
 * @param value what the refusal names: the address where it is new, null where it was changed.
 */
export function explainConflict(error: unknown, value: string | null): unknown {
  if (isViolationOf(error, signInChannelConstraint))
    return new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
      type: 'email',
      contact_channel_value: value,
      would_work_if_email_was_verified: false,
    })
  if (isViolationOf(error, channelConstraints.once))
    return new TextError(400, 'The user has this address already.')
  if (isViolationOf(error, channelConstraints.userExists)) return new KnownError('USER_NOT_FOUND')
  return error
}
