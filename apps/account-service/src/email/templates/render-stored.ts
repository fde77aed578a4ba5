import type { Services } from '../../services.ts'
import { findCategoryByName } from '../../users/notifications/index.ts'
import { RenderingFailed, type SandboxService } from '../sandbox/index.ts'
import { builtInLightTheme, selectBuiltInTheme, selectTheme, type ThemeSelection } from '../themes/index.ts'
import type { TemplateName, TemplateVariables } from './built-in-content.ts'
import { type BuiltInTemplate, findBuiltInTemplateByName, toNamedVariables } from './built-in-templates.ts'
import { fillPlaceholders } from './last-successful-render.ts'
import { withPlainTeam } from './plain-name.ts'
import { type RenderContext, type RenderedEmail, renderBuiltIn, renderSource } from './render.ts'
import { findTemplate, type Template } from './templates.ts'

type Deps = Pick<Services, 'database' | 'log'> & SandboxService
type RecipientContext = Omit<RenderContext, 'theme'>

/**
 * Renders a built-in e-mail with the owner's customizations; falls back to the default template and theme if
 * those fail to render. Always succeeds, because the recipient needs the e-mail.
 *
 * The installation's e-mail server sends only built-in content with plain names: anyone who owns a project could send their
 * own to any address, from the address of the operator.
 */
export async function renderBuiltInOrCustom<N extends TemplateName>(
  services: Deps,
  reader: RecipientContext,
  name: N,
  variables: TemplateVariables[N],
): Promise<RenderedEmail> {
  const { database, log } = services
  const { project } = reader
  if (project.config.email_config.type === 'shared')
    return await renderBuiltIn(
      services,
      { ...reader, theme: selectBuiltInTheme(project) },
      name,
      withPlainTeam(variables),
    )
  const builtIn = findBuiltInTemplateByName(name)
  const template = builtIn && (await findTemplate(database, project.id, builtIn.id))
  try {
    if (builtIn && template && !template.builtIn)
      return await renderStored(
        services,
        reader,
        template,
        toNamedVariables(builtIn, 'link' in variables ? variables : {}),
      )
    const theme = (await selectTheme(database, project, null)) ?? null
    return await renderBuiltIn(services, { ...reader, theme }, name, variables)
  } catch (error) {
    if (!(error instanceof RenderingFailed)) throw error
    log.warn('email_template.rendering_failed', {
      projectId: project.id,
      template: name,
      message: error.message,
    })
    return await renderBuiltIn(services, { ...reader, theme: builtInLightTheme }, name, variables)
  }
}

/**
 * Renders a stored template. If its source fails, the last successful render is used.
 *
 * @throws {RenderingFailed} when neither is available.
 */
export async function renderStored(
  services: Deps,
  reader: RecipientContext,
  template: Template,
  variables: Readonly<Record<string, unknown>>,
  themeChoice: ThemeSelection = template.theme,
): Promise<RenderedEmail> {
  const { database, log } = services
  const { project, userDisplayName } = reader
  const theme = (await selectTheme(database, project, themeChoice)) ?? null
  const setting = { ...reader, theme }
  if (template.builtIn)
    return await renderBuiltIn(
      services,
      setting,
      template.builtIn.name,
      requireBuiltInVariables(template.builtIn, variables),
    )
  try {
    return await renderSource(services, setting, template.source, variables)
  } catch (error) {
    if (!(error instanceof RenderingFailed) || !template.lastSuccessfulRender) throw error
    log.warn('email_template.rendering_failed', {
      projectId: project.id,
      template: template.id,
      message: error.message,
    })
    const { category, ...filled } = fillPlaceholders(template.lastSuccessfulRender, {
      ...variables,
      userDisplayName,
      projectDisplayName: project.displayName,
    })
    return { ...filled, category: findCategoryByName(category) }
  }
}

/** @throws {RenderingFailed} naming the missing variable. */
function requireBuiltInVariables(
  { link, hasOtp, hasTeam }: BuiltInTemplate,
  variables: Readonly<Record<string, unknown>>,
) {
  const text = (name: string) => {
    const value = variables[name]
    if (typeof value !== 'string')
      throw new RenderingFailed(`A variable does not fit: ${name} must be a string`)
    return value
  }
  return {
    link: text(link),
    otp: hasOtp ? text('otp') : '',
    team: hasTeam ? text('teamDisplayName') : '',
  }
}
