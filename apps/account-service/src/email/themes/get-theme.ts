import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findTheme } from './themes.ts'

type Get = typeof emailTemplates.getEmailTheme

export async function getEmailTheme(
  { database }: Pick<Services, 'database'>,
  { project, params }: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const theme = await findTheme(database, project.id, params.id)
  if (!theme) throw plainTextError('themeNotFound')
  return { display_name: theme.displayName, tsx_source: theme.source }
}
