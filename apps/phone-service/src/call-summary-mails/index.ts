import { runPeriodically } from '@parley/server'
import type { PhoneHandlers } from '../request-context/index.ts'
import { getSummaryMail } from './get-summary-mail.ts'
import { sendAutomaticSummaries } from './send-automatic.ts'
import type { SummaryMailDeps } from './send-summary.ts'
import { sendSummaryMails } from './send-summary-mails.ts'

export { approveMail } from './approve-mail.ts'
export { deleteSentSummaries } from './records/sent-summaries.ts'

export const callSummaryHandlers = {
  'GET /calls/{call}/analyses/{analysis}/mail': getSummaryMail,
  'POST /calls/{call}/analyses/{analysis}/mails': sendSummaryMails,
} satisfies Partial<PhoneHandlers<SummaryMailDeps>>

const intervalMs = 5_000

/** Sends the summaries of calls that the rules of workspaces ask for, until disposed. */
export function startSummaryMails(services: SummaryMailDeps): AsyncDisposable {
  const onFailure = (error: Error) => services.log.warn('call_summaries.failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async () =>
    (await sendAutomaticSummaries(services)) ? 'more' : undefined,
  )
}
