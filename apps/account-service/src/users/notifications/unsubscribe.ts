import type { notifications } from '@parley/contract/account'
import type { CustomResponse, RequestInfo } from '@parley/server/http'
import { markCodeUsed, type StoredCode } from '../../auth/verification-codes/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { createServiceContext } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { loadUnsubscribeLink } from './load-unsubscribe-link.ts'
import { preferenceUserForeignKey, savePreference } from './preferences.ts'
import { unsubscribeCode } from './unsubscribe-code.ts'
import { renderUnsubscribePage, type UnsubscribeState } from './unsubscribe-page.ts'

type Deps = Pick<Services, 'database' | 'now'>

/** Unsubscribes, by the page's button or by a mail client's one-click request (RFC 8058). Idempotent. */
export async function unsubscribe(
  services: Deps,
  { query, info }: EndpointRequest<typeof notifications.unsubscribe>,
): Promise<CustomResponse<string>> {
  const { state, project, stored } = await loadUnsubscribeLink(services, query.code)
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
