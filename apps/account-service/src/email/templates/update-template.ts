import { KnownError, type ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { RenderingFailed, RenderingInterrupted, type SandboxService } from '../sandbox/index.ts'
import { selectTheme } from '../themes/index.ts'
import { findBuiltInTemplate, getPreviewVariables } from './built-in-templates.ts'
import { type SuccessfulRender, toPlaceholders } from './last-successful-render.ts'
import { type RenderContext, type RenderedEmail, renderSource } from './render.ts'
import { findTemplate, saveTemplate } from './templates.ts'

type Update = typeof emailTemplates.updateEmailTemplate
type Deps = Pick<Services, 'database' | 'now'> & SandboxService

export async function updateEmailTemplate(
  services: Deps,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { project, params, body, info } = request
  const { database, now } = services
  if (project.config.email_config.type === 'shared') throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
  const template = await findTemplate(database, project.id, params.id)
  if (!template) throw plainTextError('templateNotFound')
  const choice = body.theme_id === undefined ? template.theme : body.theme_id
  const theme = await selectTheme(database, project, choice)
  if (theme === undefined) throw plainTextError('unknownTheme')

  const setting: RenderContext = {
    project,
    locale: 'en-US',
    userDisplayName: 'Ada',
    theme,
    unsubscribeLink: null,
    previewSignal: info.signal,
  }
  const { rendered, lastGood } = await validateSource(services, setting, template.id, body.tsx_source)
  const { id, displayName } = template
  await request.transaction(async (transaction) => {
    await saveTemplate(
      transaction,
      {
        projectId: project.id,
        id,
        displayName,
        source: body.tsx_source,
        theme: choice,
        lastSuccessfulRender: lastGood,
      },
      now(),
    )
    await transaction.audit('email_template.updated', { type: 'email_template', id })
  })
  return { rendered_html: rendered.html }
}

/**
 * Renders a source as a preview, and again with placeholders for variables.
 *
 * @throws {KnownError} EMAIL_RENDERING_ERROR
 */
async function validateSource(
  services: Deps,
  setting: RenderContext,
  id: string,
  source: string,
): Promise<{ rendered: RenderedEmail; lastGood: SuccessfulRender | null }> {
  try {
    const { previewVariables, ...rendered } = await renderSource(services, setting, source, null)
    if (rendered.subject === null) throw new RenderingFailed('The template sets no subject.')
    if (rendered.category === null) throw new RenderingFailed('The template sets no notification category.')
    const builtIn = findBuiltInTemplate(id)
    const variables = { ...(builtIn ? getPreviewVariables(builtIn) : {}), ...previewVariables }
    return { rendered, lastGood: await renderWithPlaceholders(services, setting, source, variables) }
  } catch (error) {
    if (error instanceof RenderingFailed)
      throw new KnownError('EMAIL_RENDERING_ERROR', { error: error.message })
    throw error
  }
}

/** Returns null if the source cannot be rendered with placeholders because it parses its variables. */
async function renderWithPlaceholders(
  services: Deps,
  setting: RenderContext,
  source: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<SuccessfulRender | null> {
  const names = toPlaceholders({ userDisplayName: '', projectDisplayName: '' })
  const project = { ...setting.project, displayName: String(names.projectDisplayName) }
  const userDisplayName = String(names.userDisplayName)
  try {
    const { subject, category, html, text } = await renderSource(
      services,
      { ...setting, project, userDisplayName },
      source,
      toPlaceholders(variables),
    )
    return subject !== null && category ? { subject, category: category.name, html, text } : null
  } catch (error) {
    const dereferencesVariables = error instanceof RenderingFailed && !(error instanceof RenderingInterrupted)
    if (dereferencesVariables) return null
    throw error
  }
}
