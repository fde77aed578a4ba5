import type { ActiveCallService, StoredCall } from '../call-log/index.ts'
import type { AccountMailService, CallSummaryMail } from '../missed-call-mails/index.ts'
import { type AuthenticationService, selectMembers } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { deleteMailsOfUser, enqueueMail } from '../workspace-mail/index.ts'
import { deleteSentSummary, insertSentSummary } from './records/sent-summaries.ts'

export type SummaryMailDeps = Services & ActiveCallService & AuthenticationService & AccountMailService

interface Sending {
  readonly call: StoredCall
  readonly analysisId: string
  readonly userId: string
  readonly summary: CallSummaryMail
  /** Null: it is sent by itself. */
  readonly senderId: string | null
}

export type SendingResult = 'sent' | 'sent-before' | 'not-accepted'

/**
 * Enqueues the e-mail with an analysis to a member, unless it was sent to them before. It is stored together with the
 * fact that it was sent, so that it is sent once, whichever node or restart interferes.
 */
export async function sendSummary(
  deps: SummaryMailDeps,
  { call, analysisId, userId, summary, senderId }: Sending,
): Promise<SendingResult> {
  const { id: callId, workspaceId } = call
  const content = await deps.accountMailer.composeCallSummary(summary, { userId, isPreview: false })
  if (!content) return 'not-accepted'
  const context = createServiceContext(deps, { workspaceId, userId: senderId })
  const result = await context.transaction(async (transaction): Promise<SendingResult> => {
    const about = { callIds: [callId], analysisId }
    const mail = { workspaceId, userId, kind: 'call-summary', content, ...about } as const
    if (!(await insertSentSummary(transaction, { analysisId, workspaceId, userId }, deps.now())))
      return 'sent-before'
    if (!(await enqueueMail(deps, transaction, mail))) {
      await deleteSentSummary(transaction, { analysisId, userId })
      return 'not-accepted'
    }
    await transaction.audit(
      'call.summary_mailed',
      { type: 'call', id: callId },
      { recipient: userId, analysis: analysisId },
    )
    return 'sent'
  })
  // They may have left meanwhile: the deletion of their e-mails came before this one.
  deps.authentication.accountUsers.clear(userId)
  const members = await selectMembers(deps.authentication, workspaceId, new Set([userId]))
  if (members.size === 0) await deleteMailsOfUser(deps.database, { workspaceId, userId })
  return result
}
