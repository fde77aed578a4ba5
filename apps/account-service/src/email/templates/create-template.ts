import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { sampleSource } from './built-in-sources.ts'
import { saveTemplate } from './templates.ts'

type Create = typeof emailTemplates.createEmailTemplate

export async function createEmailTemplate(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, body, info }: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const id = randomUUID()
  const draft = { projectId: project.id, id, displayName: body.display_name, source: sampleSource }
  await database.transaction().execute(async (transaction) => {
    await saveTemplate(transaction, { ...draft, theme: null, lastSuccessfulRender: null }, now())
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'email_template.created',
      subject: { type: 'email_template', id },
      info,
      at: now(),
    })
  })
  return { id }
}
