import type { ResponseOf } from '@parley/contract'
import { type me, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { hasMailServer } from '../workspace-mail/index.ts'
import type { AccountMailService } from './account-mailer.ts'

type GetMailStatus = typeof me.getMailStatus

export async function getMailStatus(
  { accountMailer, database, log }: Pick<Services, 'database' | 'log'> & AccountMailService,
  { user }: PhoneRequest<GetMailStatus>,
): Promise<ResponseOf<GetMailStatus>> {
  try {
    const arePossible = (await hasMailServer(database, user.workspaceId)) || (await accountMailer.isEnabled())
    return { arePossible, isEmailVerified: user.isEmailVerified }
  } catch (error) {
    log.warn('mail_status.not_read', { error })
    throw new PhoneError('ACCOUNTS_UNREACHABLE')
  }
}
