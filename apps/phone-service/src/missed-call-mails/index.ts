import { runPeriodically } from '@parley/server'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { AccountMailService } from './account-mailer.ts'
import { getMailStatus } from './get-mail-status.ts'
import { type MissedCallMailDeps, sendMissedCallMails } from './send-missed-call-mails.ts'

export { type AccountMailService, type CallSummaryMail, createAccountMailer } from './account-mailer.ts'
export { deleteMailedCalls, removeFromMails } from './mailed-calls.ts'

export const missedCallMailHandlers = {
  'GET /me/mails': getMailStatus,
} satisfies Partial<PhoneHandlers<Pick<Services, 'database' | 'log'> & AccountMailService>>

const intervalMs = 5_000

/** Sends e-mails about missed calls, until disposed. */
export function startMissedCallMails(services: MissedCallMailDeps): AsyncDisposable {
  const onFailure = (error: Error) => services.log.warn('missed_call_mails.failed', { error })
  return runPeriodically({ intervalMs, onFailure }, () => sendMissedCallMails(services))
}
