import {
  type ActiveCallService,
  findSeenAt,
  listRecentMissedCalls,
  type StoredCall,
  serializeCalls,
} from '../call-log/index.ts'
import { findLanguage } from '../limits/index.ts'
import { formatNumber } from '../numbering-plan/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findUserSettings } from '../user-settings/records/index.ts'
import { enqueueMail, hasMailServer } from '../workspace-mail/index.ts'
import type { AccountMailService, MissedCallMail } from './account-mailer.ts'
import { chooseRecipients } from './choose-recipients.ts'
import {
  deleteOldMailedCalls,
  insertMailedCall,
  listPlannedCalls,
  listUnmailedCalls,
  takeCallsOfMail,
} from './mailed-calls.ts'

export type MissedCallMailDeps = Services & ActiveCallService & AuthenticationService & AccountMailService

/** Calls that are missed within this time after the first one are in the same e-mail. */
const collectingMs = 3 * 60_000
/** An e-mail that cannot be sent for so long is of no use. */
const maxAgeMs = 60 * 60_000
const maxCalls = 2_000
/** After so many failed e-mails the account service is considered down, and the next run tries again. */
const maxFailures = 3

/** Sends e-mails about the missed calls of the last hour to the users who want them. */
export async function sendMissedCallMails(deps: MissedCallMailDeps): Promise<void> {
  const { database, log } = deps
  const now = deps.now()
  const recent = await listRecentMissedCalls(database, new Date(now.getTime() - maxAgeMs), maxCalls)
  const calls = new Map(recent.map((call) => [call.id, call]))
  const planned = await listPlannedCalls(database, [...calls.keys()])
  for (const call of recent.filter(({ id }) => !planned.has(id))) {
    const { id: callId, workspaceId } = call
    const userIds = await chooseRecipients(deps, call)
    await insertMailedCall(database, { workspaceId, callId, userIds }, now)
  }

  let failures = 0
  const waiting = await listUnmailedCalls(database, maxCalls)
  for (const ofRecipient of Map.groupBy(
    waiting,
    ({ workspaceId, userId }) => workspaceId + userId,
  ).values()) {
    const [first] = ofRecipient
    if (!first) continue
    const endedAt = ofRecipient.map(({ callId }) => calls.get(callId)?.state.endedAt ?? 0)
    if (now.getTime() - Math.min(...endedAt) < collectingMs) continue
    // A failed e-mail does not prevent the others; it is sent with the next run.
    await sendMail(deps, first, calls).catch((error) => {
      log.warn('missed_call_mail.failed', { error })
      failures += 1
    })
    if (failures >= maxFailures) break
  }
  await deleteOldMailedCalls(database, now)
}

async function sendMail(
  deps: MissedCallMailDeps,
  recipient: { readonly workspaceId: string; readonly userId: string },
  calls: ReadonlyMap<string, StoredCall>,
): Promise<void> {
  const { database, authentication, accountMailer, log } = deps
  const user = await authentication.accountUsers.find(recipient.userId, deps.now())
  await database.transaction().execute(async (transaction) => {
    const taken = await takeCallsOfMail(transaction, recipient, deps.now())
    const workspace = user?.workspaces.find(({ id }) => id === recipient.workspaceId)
    if (!workspace || !user?.isEmailVerified) return
    const seenAt = await findSeenAt(database, recipient)
    const unseen = taken
      .flatMap((id) => calls.get(id) ?? [])
      .filter(({ state }) => state.startedAt > seenAt.getTime())
      .toSorted((a, b) => b.state.startedAt - a.state.startedAt)
    if (unseen.length === 0) return
    // A caller chooses their display name, and our server sends no text of strangers to any address.
    const withoutNames = unseen.map((call) => ({ ...call, callerName: null }))
    const listed = await serializeCalls(deps, { ...recipient, isPhoneAdmin: false }, withoutNames)
    const language = await findLanguage(deps, recipient.workspaceId)
    const { timeZone } = await findUserSettings(database, user.id)
    const mail = {
      userId: user.id,
      language,
      timeZone,
      workspaceName: workspace.displayName,
      calls: listed.map(({ id, name, number, startedAt, endReason }) => ({
        id,
        name,
        number: number === null ? null : formatNumber(number),
        startedAt,
        hasVoicemail: endReason === 'voicemail',
      })),
    }
    const isAccepted = (await hasMailServer(transaction, workspace.id))
      ? await enqueueComposed(deps, transaction, { workspaceId: workspace.id, mail })
      : await accountMailer.sendMissedCalls(mail)
    if (!isAccepted) log.warn('missed_call_mail.not_accepted', { userId: user.id })
  })
}

/** Enqueues an e-mail for the server of its workspace. Returns false when it is not sent. */
async function enqueueComposed(
  deps: MissedCallMailDeps,
  transaction: Services['database'],
  { workspaceId, mail }: { readonly workspaceId: string; readonly mail: MissedCallMail },
): Promise<boolean> {
  const content = await deps.accountMailer.composeMissedCalls(mail)
  if (!content) return false
  return await enqueueMail(deps, transaction, {
    workspaceId,
    userId: mail.userId,
    kind: 'missed-calls',
    callIds: mail.calls.map(({ id }) => id),
    analysisId: null,
    content,
  })
}
