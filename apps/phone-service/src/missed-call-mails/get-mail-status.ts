import type { ResponseOf } from '@parley/contract'
import { type me, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { AccountMailService } from './account-mailer.ts'

type GetMailStatus = typeof me.getMailStatus

export async function getMailStatus(
  { accountMailer, log }: Pick<Services, 'log'> & AccountMailService,
  { user }: PhoneRequest<GetMailStatus>,
): Promise<ResponseOf<GetMailStatus>> {
  try {
    return { arePossible: await accountMailer.isEnabled(), isEmailVerified: user.isEmailVerified }
  } catch (error) {
    log.warn('mail_status.not_read', { error })
    throw new PhoneError('ACCOUNTS_UNREACHABLE')
  }
}
