import { KnownError, type ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { matchLocale } from '../../locale.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { RenderingFailed, type SandboxService } from '../sandbox/index.ts'
import { selectTheme, type Theme } from '../themes/index.ts'
import { previewValues } from './built-in-templates.ts'
import { type RenderContext, type RenderedEmail, renderBuiltIn, renderSource } from './render.ts'
import { findTemplate, type Template } from './templates.ts'

type Render = typeof emailTemplates.renderEmail
type Deps = Pick<Services, 'database' | 'log'> & SandboxService
type Body = EndpointRequest<Render>['body']

export async function renderEmail(
  services: Deps,
  { project, body, info }: EndpointRequest<Render>,
): Promise<ResponseOf<Render>> {
  const theme = await requireTheme(services, project, body)
  const template = await requireTemplate(services, project, body)
  const setting: RenderContext = {
    project,
    locale: matchLocale(info.acceptLanguage),
    userDisplayName: 'Ada',
    theme,
    unsubscribeLink: null,
    previewSignal: info.signal,
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

async function preview(
  services: Deps,
  setting: RenderContext,
  template: Template | string,
): Promise<RenderedEmail> {
  if (typeof template === 'string') return await renderSource(services, setting, template, null)
  if (!template.builtIn) return await renderSource(services, setting, template.source, null)
  return await renderBuiltIn(services, setting, template.builtIn.name, previewValues)
}

async function requireTheme(
  { database }: Pick<Services, 'database'>,
  project: Project,
  { theme_id, theme_tsx_source }: Body,
): Promise<Theme | null> {
  if ((theme_id === undefined) === (theme_tsx_source === undefined))
    throw new PlainTextError(400, 'Send either theme_id or theme_tsx_source.')
  if (theme_tsx_source !== undefined)
    return { id: '', displayName: '', source: theme_tsx_source, builtIn: null }
  const theme = await selectTheme(database, project, theme_id ?? null)
  if (theme === undefined) throw plainTextError('unknownTheme')
  return theme
}

async function requireTemplate(
  { database }: Pick<Services, 'database'>,
  project: Project,
  { template_id, template_tsx_source }: Body,
): Promise<Template | string> {
  if ((template_id === undefined) === (template_tsx_source === undefined))
    throw new PlainTextError(400, 'Send either template_id or template_tsx_source.')
  if (template_id === undefined) return template_tsx_source ?? ''
  const template = await findTemplate(database, project.id, template_id)
  if (!template) throw plainTextError('unknownTemplate')
  return template
}
