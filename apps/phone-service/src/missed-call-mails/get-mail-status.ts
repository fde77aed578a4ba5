import type { ResponseOf } from '@parley/contract'
import { type me, PhoneError } from '@parley/contract/phone'
import type { AccountMailService } from './account-mailer.ts'

type GetMailStatus = typeof me.getMailStatus

export async function getMailStatus({
  accountMailer,
}: AccountMailService): Promise<ResponseOf<GetMailStatus>> {
  try {
    return { arePossible: await accountMailer.isEnabled() }
  } catch {
    throw new PhoneError('ACCOUNTS_UNREACHABLE')
  }
}
