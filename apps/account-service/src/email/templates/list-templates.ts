import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listTemplates } from './templates.ts'

type List = typeof emailTemplates.listEmailTemplates

export async function listEmailTemplates(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const templates = await listTemplates(database, project.id)
  return {
    templates: templates.map(({ id, displayName, source, theme }) => ({
      id,
      display_name: displayName,
      tsx_source: source,
      ...(theme === null ? {} : { theme_id: theme }),
    })),
  }
}
