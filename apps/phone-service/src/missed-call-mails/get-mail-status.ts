import type { ResponseOf } from '@parley/contract'
import { type me, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listMissedCallMailSettings } from '../user-settings/records/index.ts'
import { findMailRules, hasMailServer } from '../workspace-mail/index.ts'
import type { AccountMailService } from './account-mailer.ts'

type GetMailStatus = typeof me.getMailStatus

export async function getMailStatus(
  { accountMailer, database, log }: Pick<Services, 'database' | 'log'> & AccountMailService,
  { user }: PhoneRequest<GetMailStatus>,
): Promise<ResponseOf<GetMailStatus>> {
  try {
    const arePossible = (await hasMailServer(database, user.workspaceId)) || (await accountMailer.isEnabled())
    const rules = await findMailRules(database, user.workspaceId)
    const settings = await listMissedCallMailSettings(database, [user.userId], rules?.missedCalls ?? 'off')
    const missedCalls = settings.get(user.userId) ?? 'off'
    return { arePossible, isEmailVerified: user.isEmailVerified, missedCalls }
  } catch (error) {
    log.warn('mail_status.not_read', { error })
    throw new PhoneError('ACCOUNTS_UNREACHABLE')
  }
}
