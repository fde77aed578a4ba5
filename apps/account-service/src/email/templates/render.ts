import type { Locale } from '../../locale.ts'
import type { Logos, Project } from '../../projects/records/index.ts'
import {
  findCategoryByName,
  type NotificationCategory,
  transactional,
} from '../../users/notifications/index.ts'
import { RenderingFailed, type RenderResult, type SandboxService } from '../sandbox/index.ts'
import { type LayoutLogo, palettes, renderLayout, type Theme, toDocument } from '../themes/index.ts'
import { renderContent, type TemplateName, type TemplateVariables } from './built-in-content.ts'
import { emailMessages } from './messages/index.ts'
import { neutralPalette, oneLine, renderFooter, renderFragment, renderText } from './render-fragment.ts'

/** A rendered e-mail without its recipient. */
export interface RenderedEmail {
  readonly subject: string | null
  readonly category: NotificationCategory | null
  readonly html: string
  readonly text: string
}

/** Recipient-specific context of a render. */
export interface RenderContext {
  readonly project: Project
  readonly locale: Locale
  readonly userDisplayName: string | null
  /** Null for no theme. */
  readonly theme: Theme | null
  readonly unsubscribeLink: string | null
  /** Aborted when the request for a preview is closed; null for an e-mail that is delivered. */
  readonly previewSignal: AbortSignal | null
}

type Deps = SandboxService

/** Renders a built-in e-mail. The sandbox is used only for custom themes. */
export async function renderBuiltIn<N extends TemplateName>(
  { sandbox }: Deps,
  setting: RenderContext,
  template: N,
  variables: TemplateVariables[N],
): Promise<RenderedEmail> {
  const { project, locale, theme } = setting
  const content = renderContent(template, locale, project.displayName, variables)
  const message = { subject: content.subject, category: transactional, text: renderText(content) }
  if (theme?.builtIn) {
    const colours = palettes[theme.builtIn.colourScheme]
    const parts = { bodyHtml: renderFragment(content, colours), footerHtml: renderFooter(content, colours) }
    return {
      ...message,
      html: renderLayout(theme.builtIn.colourScheme, {
        ...toLayoutContent(setting, content.subject),
        ...parts,
      }),
    }
  }
  const fragment = `${renderFragment(content, neutralPalette)}\n${renderFooter(content, neutralPalette)}`
  if (!theme) return { ...message, html: toDocument(fragment, { lang: locale, title: content.subject }) }
  const { html } = await sandbox.render({
    ...toSandboxInput(setting),
    html: fragment,
    themeSource: theme.source,
  })
  return { ...message, html: toDocument(html, { lang: locale, title: content.subject }) }
}

/** Renders HTML from a back end in a theme. */
export async function renderHtml(
  { sandbox }: Deps,
  setting: RenderContext,
  { html, subject }: { readonly html: string; readonly subject: string },
): Promise<Pick<RenderedEmail, 'html' | 'text'>> {
  const { locale, theme } = setting
  // The text part is always created in the sandbox, because the HTML is untrusted.
  const themeSource = theme && !theme.builtIn ? theme.source : null
  const rendered = await sandbox.render({ ...toSandboxInput(setting), html, themeSource })
  const text =
    setting.unsubscribeLink && theme?.builtIn ? appendUnsubscribeLink(rendered.text, setting) : rendered.text
  if (theme?.builtIn)
    return {
      text,
      html: renderLayout(theme.builtIn.colourScheme, {
        ...toLayoutContent(setting, subject),
        bodyHtml: html,
        footerHtml: '',
      }),
    }
  return { text, html: toDocument(theme ? rendered.html : html, { lang: locale, title: subject }) }
}

/**
 * Renders a custom template source. With `variables` null, the preview variables of the source are used.
 *
 * @throws {RenderingFailed}
 */
export async function renderSource(
  { sandbox }: Deps,
  setting: RenderContext,
  source: string,
  variables: Readonly<Record<string, unknown>> | null,
): Promise<RenderedEmail & Pick<RenderResult, 'previewVariables'>> {
  const { locale, theme } = setting
  const { html, text, subject, category, previewVariables } = await sandbox.render({
    ...toSandboxInput(setting),
    templateSource: source,
    themeSource: theme?.source ?? null,
    variables: variables && { locale, ...variables },
  })
  const kind = category === null ? null : findCategoryByName(category)
  if (category !== null && !kind)
    throw new RenderingFailed(`Unknown notification category ${category.slice(0, 50)}.`)
  const title = oneLine(subject ?? '')
  return {
    html: toDocument(html, { lang: locale, title }),
    text,
    subject: subject === null ? null : title,
    category: kind,
    previewVariables,
  }
}

function toSandboxInput({ project, userDisplayName, unsubscribeLink, previewSignal }: RenderContext) {
  return {
    projectId: project.id,
    previewSignal,
    templateSource: null,
    themeSource: null,
    html: null,
    variables: {},
    userDisplayName,
    projectDisplayName: project.displayName,
    unsubscribeLink,
  }
}

function toLayoutContent({ project, locale, unsubscribeLink }: RenderContext, title: string) {
  return {
    lang: locale,
    title,
    sender: oneLine(project.displayName),
    logo: chooseLogo(project.config.logos),
    unsubscribe: unsubscribeLink ? { label: emailMessages[locale].unsubscribe, link: unsubscribeLink } : null,
  }
}

/**
 * Returns the logo with the name, or the square one; the one for light backgrounds where there is none for
 * dark ones.
 */
function chooseLogo(logos: Logos): LayoutLogo | null {
  const hasName = logos.logo_full_url !== null
  const lightUrl = logos.logo_full_url ?? logos.logo_url
  const darkUrl = hasName ? logos.logo_full_dark_mode_url : logos.logo_dark_mode_url
  return lightUrl === null ? null : { lightUrl, darkUrl: darkUrl ?? lightUrl, hasName }
}

function appendUnsubscribeLink(text: string, { locale, unsubscribeLink }: RenderContext): string {
  return `${text}\n\n${emailMessages[locale].unsubscribe}:\n${unsubscribeLink}\n`
}
