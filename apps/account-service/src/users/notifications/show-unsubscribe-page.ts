import type { notifications } from '@parley/contract/account'
import type { CustomResponse } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { loadUnsubscribeLink } from './load-unsubscribe-link.ts'
import { renderUnsubscribePage } from './unsubscribe-page.ts'

type Deps = Pick<Services, 'database' | 'now'>

/** Shows the confirmation page. GET changes nothing, because mail scanners open links. */
export async function showUnsubscribePage(
  services: Deps,
  { query, info }: EndpointRequest<typeof notifications.showUnsubscribePage>,
): Promise<CustomResponse<string>> {
  const found = await loadUnsubscribeLink(services, query.code)
  return renderUnsubscribePage({
    state: found.state,
    acceptLanguage: info.acceptLanguage,
    projectName: found.project?.displayName ?? '',
  })
}
