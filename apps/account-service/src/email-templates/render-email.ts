import { KnownError, type ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { RenderingFailed } from '../email-sandbox/index.ts'
import { chooseTheme, type Theme } from '../email-themes/index.ts'
import { localeFor } from '../locale.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { previewWords } from './house-templates.ts'
import { type Rendered, renderHouse, renderSource, type Setting } from './render.ts'
import { findTemplate, type Template } from './templates.ts'

type Render = typeof emailTemplates.renderEmail
type Needs = Pick<Services, 'database' | 'sandbox' | 'log'>
type Body = ServedRequest<Render>['body']

export async function renderEmail(
  services: Needs,
  { project, body, call }: ServedRequest<Render>,
): Promise<ResponseOf<Render>> {
  const theme = await wantedTheme(services, project, body)
  const template = await wantedTemplate(services, project, body)
  const setting: Setting = {
    project,
    locale: localeFor(call.acceptLanguage),
    userDisplayName: 'Ada',
    theme,
    unsubscribeLink: null,
  }
  try {
    const { html, subject, category } = await preview(services, setting, template)
    return {
      html,
      ...(subject === null ? {} : { subject }),
      ...(category ? { notification_category: category.name } : {}),
    }
  } catch (error) {
    if (error instanceof RenderingFailed)
      throw new KnownError('EMAIL_RENDERING_ERROR', { error: error.message })
    throw error
  }
}

async function preview(services: Needs, setting: Setting, template: Template | string): Promise<Rendered> {
  if (typeof template === 'string') return await renderSource(services, setting, template, null)
  if (!template.house) return await renderSource(services, setting, template.source, null)
  return await renderHouse(services, setting, template.house.name, previewWords)
}

async function wantedTheme(
  { database }: Pick<Services, 'database'>,
  project: Project,
  { theme_id, theme_tsx_source }: Body,
): Promise<Theme | null> {
  if ((theme_id === undefined) === (theme_tsx_source === undefined))
    throw new TextError(400, 'Send either theme_id or theme_tsx_source.')
  if (theme_tsx_source !== undefined) return { id: '', displayName: '', source: theme_tsx_source, own: null }
  const theme = await chooseTheme(database, project, theme_id ?? null)
  if (theme === undefined) throw new TextError(400, 'E-mail theme not found.')
  return theme
}

async function wantedTemplate(
  { database }: Pick<Services, 'database'>,
  project: Project,
  { template_id, template_tsx_source }: Body,
): Promise<Template | string> {
  if ((template_id === undefined) === (template_tsx_source === undefined))
    throw new TextError(400, 'Send either template_id or template_tsx_source.')
  if (template_id === undefined) return template_tsx_source ?? ''
  const template = await findTemplate(database, project.id, template_id)
  if (!template) throw new TextError(400, 'E-mail template not found.')
  return template
}
