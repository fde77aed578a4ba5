import type { notifications } from '@parley/contract/account'
import { type CustomResponse, PlainTextError, type RequestInfo } from '@parley/server/http'
import { findCode, markCodeUsed, type StoredCode } from '../../auth/verification-codes/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { createServiceContext } from '../../platform/service-context/index.ts'
import { findProject, type Project } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import { preferenceUserForeignKey, savePreference } from './preferences.ts'
import { unsubscribeCode } from './unsubscribe-code.ts'
import { renderUnsubscribePage, type UnsubscribeState } from './unsubscribe-page.ts'

type Deps = Pick<Services, 'database' | 'now'>

/** Shows the confirmation page. GET changes nothing, because mail scanners open links. */
export async function showUnsubscribePage(
  services: Deps,
  { query, info }: EndpointRequest<typeof notifications.showUnsubscribePage>,
): Promise<CustomResponse<string>> {
  const found = await loadLink(services, query.code)
  return renderUnsubscribePage({
    state: found.state,
    acceptLanguage: info.acceptLanguage,
    projectName: found.project?.displayName ?? '',
  })
}

/** Unsubscribes, by the page's button or by a mail client's one-click request (RFC 8058). Idempotent. */
export async function unsubscribe(
  services: Deps,
  { query, info }: EndpointRequest<typeof notifications.unsubscribe>,
): Promise<CustomResponse<string>> {
  const { state, project, stored } = await loadLink(services, query.code)
  const page = (became: UnsubscribeState) =>
    renderUnsubscribePage({
      state: became,
      acceptLanguage: info.acceptLanguage,
      projectName: project?.displayName ?? '',
    })
  if (state !== 'confirm' || !project || !stored) return page(state)

  try {
    return page(await storeOptOut(services, { project, stored, info }))
  } catch (error) {
    // The user was deleted after the e-mail was sent.
    if (isConstraintViolation(error, preferenceUserForeignKey)) return page('invalid')
    throw error
  }
}

interface OptOut {
  readonly project: Project
  readonly stored: StoredCode
  readonly info: RequestInfo
}

async function storeOptOut(services: Deps, { project, stored, info }: OptOut): Promise<UnsubscribeState> {
  const { userId, categoryId } = unsubscribeCode.data.parse(stored.data)
  const context = createServiceContext(services, {
    projectId: project.id,
    actor: { type: 'user', id: userId },
    info,
  })
  return await context.transaction(async (transaction) => {
    if (!(await markCodeUsed(transaction, stored.id, services.now()))) return 'already-done'
    await savePreference(transaction, { projectId: project.id, userId, categoryId, isEnabled: false })
    await transaction.audit('notification_preference.unsubscribed', { type: 'user', id: userId })
    return 'done'
  })
}

interface LoadedLink {
  readonly state: UnsubscribeState
  readonly project: Project | null
  readonly stored: StoredCode | null
}

async function loadLink({ database, now }: Deps, code: string | undefined): Promise<LoadedLink> {
  if (code?.length !== 45)
    throw new PlainTextError(400, 'The link is incomplete. Open the link in the e-mail again.')
  const stored = await findCode(database, { type: unsubscribeCode.name, code: code.toLowerCase() })
  const project = stored && (await findProject(database, stored.projectId))
  if (!stored || !project) return { state: 'invalid', project: null, stored: null }
  if (stored.isUsed) return { state: 'already-done', project, stored }
  return { state: stored.expiresAt <= now() || stored.isCancelled ? 'expired' : 'confirm', project, stored }
}
