import { KnownError, type ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { RenderingFailed, type SandboxService } from '../sandbox/index.ts'
import { findTheme, saveTheme } from './themes.ts'

type Update = typeof emailTemplates.updateEmailTheme

/** Sample e-mail with which a theme is validated. */
const sampleEmail = '<h1>Hello</h1><p>This is an e-mail.</p>'

export async function updateEmailTheme(
  { database, sandbox, now }: Pick<Services, 'database' | 'now'> & SandboxService,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { project, params, body, info } = request
  const theme = await findTheme(database, project.id, params.id)
  if (!theme) throw plainTextError('themeNotFound')
  try {
    await sandbox.render({
      projectId: project.id,
      previewSignal: info.signal,
      templateSource: null,
      themeSource: body.tsx_source,
      html: sampleEmail,
      variables: null,
      userDisplayName: null,
      projectDisplayName: project.displayName,
      unsubscribeLink: null,
    })
  } catch (error) {
    if (error instanceof RenderingFailed)
      throw new KnownError('EMAIL_RENDERING_ERROR', { error: error.message })
    throw error
  }

  const { id, displayName } = theme
  await request.transaction(async (transaction) => {
    await saveTheme(transaction, { projectId: project.id, id, displayName, source: body.tsx_source }, now())
    await transaction.audit('email_theme.updated', { type: 'email_theme', id })
  })
  return { display_name: displayName }
}
