import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listThemes } from './themes.ts'

type List = typeof emailTemplates.listEmailThemes

export async function listEmailThemes(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const themes = await listThemes(database, project.id)
  return { themes: themes.map(({ id, displayName }) => ({ id, display_name: displayName })) }
}
