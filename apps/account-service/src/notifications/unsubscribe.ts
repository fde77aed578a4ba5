import type { notifications } from '@parley/contract/account'
import { type HttpCall, type Reply, TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isViolationOf } from '../database/index.ts'
import { findProject, type Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { findCode, markUsed, type StoredCode } from '../verification-codes/index.ts'
import { preferenceUserConstraint, savePreference } from './preferences.ts'
import { unsubscribeCode } from './unsubscribe-code.ts'
import { type UnsubscribeState, unsubscribePage } from './unsubscribe-page.ts'

type Needs = Pick<Services, 'database' | 'now'>

/** Shows the confirmation page. GET changes nothing, because mail scanners open links. */
export async function showUnsubscribePage(
  services: Needs,
  { query, call }: ServedRequest<typeof notifications.showUnsubscribePage>,
): Promise<Reply<string>> {
  const found = await look(services, query.code)
  return unsubscribePage({
    state: found.state,
    acceptLanguage: call.acceptLanguage,
    projectName: found.project?.displayName ?? '',
  })
}

/** Unsubscribes, by the page's button or by a mail client's one-click request (RFC 8058). Idempotent. */
export async function unsubscribe(
  services: Needs,
  { query, call }: ServedRequest<typeof notifications.unsubscribe>,
): Promise<Reply<string>> {
  const { state, project, stored } = await look(services, query.code)
  const page = (became: UnsubscribeState) =>
    unsubscribePage({
      state: became,
      acceptLanguage: call.acceptLanguage,
      projectName: project?.displayName ?? '',
    })
  if (state !== 'asks' || !project || !stored) return page(state)

  try {
    return page(await optOut(services, { project, stored, call }))
  } catch (error) {
    // The user was deleted after the e-mail was sent.
    if (isViolationOf(error, preferenceUserConstraint)) return page('invalid')
    throw error
  }
}

interface OptOut {
  readonly project: Project
  readonly stored: StoredCode
  readonly call: HttpCall
}

async function optOut(
  { database, now }: Needs,
  { project, stored, call }: OptOut,
): Promise<UnsubscribeState> {
  const { userId, categoryId } = unsubscribeCode.data.parse(stored.data)
  return await database.transaction().execute(async (transaction) => {
    if (!(await markUsed(transaction, stored.id, now()))) return 'already-done'
    await savePreference(transaction, { projectId: project.id, userId, categoryId, isEnabled: false })
    await recordAudit(transaction, {
      projectId: project.id,
      actor: { type: 'user', id: userId },
      action: 'notification_preference.unsubscribed',
      subject: { type: 'user', id: userId },
      call,
      at: now(),
    })
    return 'done'
  })
}

interface Found {
  readonly state: UnsubscribeState
  readonly project: Project | null
  readonly stored: StoredCode | null
}

async function look({ database, now }: Needs, code: string | undefined): Promise<Found> {
  if (code?.length !== 45)
    throw new TextError(400, 'The link is incomplete. Open the link in the e-mail again.')
  const stored = await findCode(database, { type: unsubscribeCode.name, code: code.toLowerCase() })
  const project = stored && (await findProject(database, stored.projectId))
  if (!stored || !project) return { state: 'invalid', project: null, stored: null }
  if (stored.isUsed) return { state: 'already-done', project, stored }
  return { state: stored.expiresAt <= now() || stored.isCancelled ? 'expired' : 'asks', project, stored }
}
