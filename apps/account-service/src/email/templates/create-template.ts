import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { sampleSource } from './built-in-sources.ts'
import { saveTemplate } from './templates.ts'

type Create = typeof emailTemplates.createEmailTemplate

export async function createEmailTemplate(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { project, body } = request
  const id = randomUUID()
  const draft = { projectId: project.id, id, displayName: body.display_name, source: sampleSource }
  await request.transaction(async (transaction) => {
    await saveTemplate(transaction, { ...draft, theme: null, lastSuccessfulRender: null }, now())
    await transaction.audit('email_template.created', { type: 'email_template', id })
  })
  return { id }
}
