import type { ResponseOf } from '@parley/contract'
import { type callSummaries, PhoneError } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import { type CurrentUser, type PhoneRequest, runOrUnreachable } from '../request-context/index.ts'
import { auditReading } from '../transcription/index.ts'
import { findUserSettings } from '../user-settings/records/index.ts'
import { hasMailServer } from '../workspace-mail/index.ts'
import { createSummary } from './create-summary.ts'
import { findAnalysis } from './find-analysis.ts'
import { listRecipients } from './list-recipients.ts'
import type { SummaryMailDeps } from './send-summary.ts'

type GetSummaryMail = typeof callSummaries.getSummaryMail

/** Previews of one user, each of which the account service composes. */
const perUser: RateLimit = { name: 'phone-summary-previews', attempts: 60, windowMs: 10 * 60_000 }

export async function getSummaryMail(
  services: SummaryMailDeps,
  { user, params, transaction }: PhoneRequest<GetSummaryMail>,
): Promise<ResponseOf<GetSummaryMail>> {
  const { database, accountMailer, log } = services
  const { call, analysis } = await findAnalysis(services, user, params)
  await auditReading({ user, transaction, now: services.now() }, call, 'analysis.read')
  const recipients = await runOrUnreachable(() =>
    listRecipients(services, { user, call, analysisId: analysis.id }),
  )
  if (!(await hasMailServer(database, user.workspaceId))) return { email: null, recipients }
  const verdict = await services.rateLimits.consume(perUser, user.userId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
  const { timeZone } = await findUserSettings(database, user.userId)
  const summary = await createSummary(services, { call, analysis, ...toSender(user), timeZone })
  try {
    const email = await accountMailer.composeCallSummary(summary, { userId: user.userId, isPreview: true })
    return { email: email && { subject: email.subject, text: email.text }, recipients }
  } catch (error) {
    log.warn('call_summary.not_composed', { callId: call.id, error })
    throw new PhoneError('ACCOUNTS_UNREACHABLE')
  }
}

/** Returns how a user appears in the e-mails that they send. */
export function toSender({ workspace, displayName, primaryEmail }: CurrentUser) {
  return { workspaceName: workspace.displayName, senderName: displayName ?? primaryEmail }
}
