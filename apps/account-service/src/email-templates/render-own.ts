import { RenderingFailed } from '../email-sandbox/index.ts'
import { chooseTheme, type ThemeChoice, unchangedLightTheme } from '../email-themes/index.ts'
import { categoryNamed } from '../notifications/index.ts'
import type { Services } from '../services.ts'
import { type HouseTemplate, houseTemplateNamed, namedVariables } from './house-templates.ts'
import { fillLastGood } from './last-good.ts'
import type { TemplateName, TemplateVariables } from './own-templates.ts'
import { type Rendered, renderHouse, renderSource, type Setting } from './render.ts'
import { findTemplate, type Template } from './templates.ts'

type Needs = Pick<Services, 'database' | 'sandbox' | 'log'>
type Reader = Omit<Setting, 'theme'>

/**
 * Renders a built-in e-mail with the owner's customizations; falls back to the default template and theme if those
 * fail to render. Always succeeds, because the recipient needs the e-mail.
 */
export async function renderOwn<N extends TemplateName>(
  services: Needs,
  reader: Reader,
  name: N,
  variables: TemplateVariables[N],
): Promise<Rendered> {
  const { database, log } = services
  const { project } = reader
  const house = houseTemplateNamed(name)
  const template = house && (await findTemplate(database, project.id, house.id))
  try {
    if (house && template && !template.house)
      return await renderStored(
        services,
        reader,
        template,
        namedVariables(house, 'link' in variables ? variables : {}),
      )
    const theme = (await chooseTheme(database, project, null)) ?? null
    return await renderHouse(services, { ...reader, theme }, name, variables)
  } catch (error) {
    if (!(error instanceof RenderingFailed)) throw error
    log.warn('email_template.failed', { projectId: project.id, template: name, message: error.message })
    return await renderHouse(services, { ...reader, theme: unchangedLightTheme }, name, variables)
  }
}

/**
 * Renders a stored template. If its source fails, the last successful render is used.
 *
 * @throws {RenderingFailed} when neither is available.
 */
export async function renderStored(
  services: Needs,
  reader: Reader,
  template: Template,
  variables: Readonly<Record<string, unknown>>,
  themeChoice: ThemeChoice = template.theme,
): Promise<Rendered> {
  const { database, log } = services
  const { project, userDisplayName } = reader
  const theme = (await chooseTheme(database, project, themeChoice)) ?? null
  const setting = { ...reader, theme }
  if (template.house)
    return await renderHouse(
      services,
      setting,
      template.house.name,
      houseVariables(template.house, variables),
    )
  try {
    return await renderSource(services, setting, template.source, variables)
  } catch (error) {
    if (!(error instanceof RenderingFailed) || !template.lastGood) throw error
    log.warn('email_template.failed', {
      projectId: project.id,
      template: template.id,
      message: error.message,
    })
    const { category, ...filled } = fillLastGood(template.lastGood, {
      ...variables,
      userDisplayName,
      projectDisplayName: project.displayName,
    })
    return { ...filled, category: categoryNamed(category) }
  }
}

/** @throws {RenderingFailed} naming the missing variable. */
function houseVariables(
  { link, hasOtp, hasTeam }: HouseTemplate,
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
