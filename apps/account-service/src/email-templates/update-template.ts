import { KnownError, type ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { RenderingFailed, RenderingInterrupted } from '../email-sandbox/index.ts'
import { chooseTheme } from '../email-themes/index.ts'
import type { Services } from '../services.ts'
import { houseTemplateOf, previewOf } from './house-templates.ts'
import { type LastGood, placesFor } from './last-good.ts'
import { type Rendered, renderSource, type Setting } from './render.ts'
import { findTemplate, saveTemplate } from './templates.ts'

type Update = typeof emailTemplates.updateEmailTemplate
type Needs = Pick<Services, 'database' | 'sandbox' | 'now'>

export async function updateEmailTemplate(
  services: Needs,
  { project, actor, params, body, call }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  if (project.config.email_config.type === 'shared') throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
  const template = await findTemplate(database, project.id, params.id)
  if (!template) throw new TextError(404, 'E-mail template not found.')
  const choice = body.theme_id === undefined ? template.theme : body.theme_id
  const theme = await chooseTheme(database, project, choice)
  if (theme === undefined) throw new TextError(400, 'E-mail theme not found.')

  const setting: Setting = { project, locale: 'en-US', userDisplayName: 'Ada', theme, unsubscribeLink: null }
  const { rendered, lastGood } = await tryOut(services, setting, template.id, body.tsx_source)
  const { id, displayName } = template
  await database.transaction().execute(async (transaction) => {
    await saveTemplate(
      transaction,
      { projectId: project.id, id, displayName, source: body.tsx_source, theme: choice, lastGood },
      now(),
    )
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'email_template.updated',
      subject: { type: 'email_template', id },
      call,
      at: now(),
    })
  })
  return { rendered_html: rendered.html }
}

/**
 * Renders a source as a preview, and again with placeholders for variables.
 *
 * @throws {KnownError} EMAIL_RENDERING_ERROR
 */
async function tryOut(
  services: Needs,
  setting: Setting,
  id: string,
  source: string,
): Promise<{ rendered: Rendered; lastGood: LastGood | null }> {
  try {
    const { previewVariables, ...rendered } = await renderSource(services, setting, source, null)
    if (rendered.subject === null) throw new RenderingFailed('The template sets no subject.')
    if (rendered.category === null) throw new RenderingFailed('The template sets no notification category.')
    const house = houseTemplateOf(id)
    const variables = { ...(house ? previewOf(house) : {}), ...previewVariables }
    return { rendered, lastGood: await skeletonOf(services, setting, source, variables) }
  } catch (error) {
    if (error instanceof RenderingFailed)
      throw new KnownError('EMAIL_RENDERING_ERROR', { error: error.message })
    throw error
  }
}

/** Returns null if the source cannot be rendered with placeholders because it parses its variables. */
async function skeletonOf(
  services: Needs,
  setting: Setting,
  source: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<LastGood | null> {
  const names = placesFor({ userDisplayName: '', projectDisplayName: '' })
  const project = { ...setting.project, displayName: String(names.projectDisplayName) }
  const userDisplayName = String(names.userDisplayName)
  try {
    const { subject, category, html, text } = await renderSource(
      services,
      { ...setting, project, userDisplayName },
      source,
      placesFor(variables),
    )
    return subject !== null && category ? { subject, category: category.name, html, text } : null
  } catch (error) {
    const takesVariablesApart = error instanceof RenderingFailed && !(error instanceof RenderingInterrupted)
    if (takesVariablesApart) return null
    throw error
  }
}
