import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { lightTheme } from './built-in-themes.ts'
import { saveTheme } from './themes.ts'

type Create = typeof emailTemplates.createEmailTheme

export async function createEmailTheme(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { project, body } = request
  const id = randomUUID()
  await request.transaction(async (transaction) => {
    await saveTheme(
      transaction,
      { projectId: project.id, id, displayName: body.display_name, source: lightTheme.source },
      now(),
    )
    await transaction.audit('email_theme.created', { type: 'email_theme', id })
  })
  return { id }
}
