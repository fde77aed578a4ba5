import type { ResponseOf } from '@parley/contract'
import { type callSummaries, PhoneError } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import { requireDatabaseSpace } from '../disk-space.ts'
import { type PhoneRequest, runOrUnreachable } from '../request-context/index.ts'
import { findUserSettings } from '../user-settings/records/index.ts'
import { hasMailServer } from '../workspace-mail/index.ts'
import { createSummary } from './create-summary.ts'
import { findAnalysis } from './find-analysis.ts'
import { toSender } from './get-summary-mail.ts'
import { listRecipients } from './list-recipients.ts'
import { type SummaryMailDeps, sendSummary } from './send-summary.ts'

type SendSummaryMails = typeof callSummaries.sendSummaryMails

/** Recipients to whom one user sends summaries. */
const perUser: RateLimit = { name: 'phone-summary-mails', attempts: 100, windowMs: 24 * 60 * 60_000 }

/** Sends an analysis to members who may read it; addresses come from the account service only. */
export async function sendSummaryMails(
  services: SummaryMailDeps,
  { user, params, body }: PhoneRequest<SendSummaryMails>,
): Promise<ResponseOf<SendSummaryMails>> {
  const { database, log } = services
  const { call, analysis } = await findAnalysis(services, user, params)
  if (!(await hasMailServer(database, user.workspaceId))) throw new PhoneError('MAIL_SERVER_NOT_FOUND')
  await requireDatabaseSpace(services)
  const recipients = await runOrUnreachable(() =>
    listRecipients(services, { user, call, analysisId: analysis.id }),
  )
  const chosen = recipients.filter(({ userId }) => body.userIds.includes(userId))
  if (chosen.length < new Set(body.userIds).size) throw new PhoneError('SUMMARY_RECIPIENT_NOT_ALLOWED')
  const unsent = chosen.filter(({ sentAt }) => sentAt === null)
  await limitRecipients(services, user.userId, unsent.length)
  const { timeZone } = await findUserSettings(database, user.userId)
  const summary = await createSummary(services, { call, analysis, ...toSender(user), timeZone })

  const results: ResponseOf<SendSummaryMails>['results'] = []
  for (const { userId, sentAt } of chosen) {
    const sending = { call, analysisId: analysis.id, userId, summary, senderId: user.userId }
    try {
      results.push({ userId, result: sentAt === null ? await sendSummary(services, sending) : 'sent-before' })
    } catch (error) {
      log.warn('call_summary.not_sent', { callId: call.id, error })
      throw new PhoneError('ACCOUNTS_UNREACHABLE')
    }
  }
  return { results }
}

/** @throws {PhoneError} `TOO_MANY_REQUESTS` */
async function limitRecipients(
  { rateLimits }: SummaryMailDeps,
  userId: string,
  count: number,
): Promise<void> {
  for (let counted = 0; counted < count; counted++) {
    const verdict = await rateLimits.consume(perUser, userId)
    if (!verdict.isAllowed)
      throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
  }
}
