import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { lightTheme } from './built-in-themes.ts'
import { saveTheme } from './themes.ts'

type Create = typeof emailTemplates.createEmailTheme

export async function createEmailTheme(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, body, info }: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const id = randomUUID()
  await database.transaction().execute(async (transaction) => {
    await saveTheme(
      transaction,
      { projectId: project.id, id, displayName: body.display_name, source: lightTheme.source },
      now(),
    )
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'email_theme.created',
      subject: { type: 'email_theme', id },
      info,
      at: now(),
    })
  })
  return { id }
}
