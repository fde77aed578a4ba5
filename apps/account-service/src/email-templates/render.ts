import { RenderingFailed, type SandboxResult } from '../email-sandbox/index.ts'
import { asDocument, frame, palettes, type Theme } from '../email-themes/index.ts'
import type { Locale } from '../locale.ts'
import { categoryNamed, type NotificationCategory, transactional } from '../notifications/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { footerOf, fragmentOf, plain, textOf } from './fragment.ts'
import {
  contentOf,
  oneLine,
  type TemplateName,
  type TemplateVariables,
  textsByLocale,
} from './own-templates.ts'

/** A rendered e-mail without its recipient. */
export interface Rendered {
  readonly subject: string | null
  readonly category: NotificationCategory | null
  readonly html: string
  readonly text: string
}

/** Recipient-specific context of a render. */
export interface Setting {
  readonly project: Project
  readonly locale: Locale
  readonly userDisplayName: string | null
  /** Null for no theme. */
  readonly theme: Theme | null
  readonly unsubscribeLink: string | null
}

type Needs = Pick<Services, 'sandbox'>

/** Renders a built-in e-mail. The sandbox is used only for custom themes. */
export async function renderHouse<N extends TemplateName>(
  { sandbox }: Needs,
  setting: Setting,
  template: N,
  variables: TemplateVariables[N],
): Promise<Rendered> {
  const { project, locale, theme } = setting
  const content = contentOf(template, locale, project.displayName, variables)
  const said = { subject: content.subject, category: transactional, text: textOf(content) }
  if (theme?.own) {
    const colours = palettes[theme.own.look]
    const parts = { inner: fragmentOf(content, colours), below: footerOf(content, colours) }
    return { ...said, html: frame(theme.own.look, { ...framed(setting, content.subject), ...parts }) }
  }
  const fragment = `${fragmentOf(content, plain)}\n${footerOf(content, plain)}`
  if (!theme) return { ...said, html: asDocument(fragment, { lang: locale, title: content.subject }) }
  const { html } = await sandbox.render({ ...orderOf(setting), html: fragment, themeSource: theme.source })
  return { ...said, html: asDocument(html, { lang: locale, title: content.subject }) }
}

/** Renders HTML from a back end in a theme. */
export async function renderHtml(
  { sandbox }: Needs,
  setting: Setting,
  { html, subject }: { readonly html: string; readonly subject: string },
): Promise<Pick<Rendered, 'html' | 'text'>> {
  const { locale, theme } = setting
  // The text part is always created in the sandbox, because the HTML is untrusted.
  const themeSource = theme && !theme.own ? theme.source : null
  const rendered = await sandbox.render({ ...orderOf(setting), html, themeSource })
  const text = setting.unsubscribeLink && theme?.own ? withUnsubscribe(rendered.text, setting) : rendered.text
  if (theme?.own)
    return { text, html: frame(theme.own.look, { ...framed(setting, subject), inner: html, below: '' }) }
  return { text, html: asDocument(theme ? rendered.html : html, { lang: locale, title: subject }) }
}

/**
 * Renders a custom template source. With `variables` null, the preview variables of the source are used.
 *
 * @throws {RenderingFailed}
 */
export async function renderSource(
  { sandbox }: Needs,
  setting: Setting,
  source: string,
  variables: Readonly<Record<string, unknown>> | null,
): Promise<Rendered & Pick<SandboxResult, 'previewVariables'>> {
  const { locale, theme } = setting
  const { html, text, subject, category, previewVariables } = await sandbox.render({
    ...orderOf(setting),
    templateSource: source,
    themeSource: theme?.source ?? null,
    variables: variables && { locale, ...variables },
  })
  const kind = category === null ? null : categoryNamed(category)
  if (category !== null && !kind)
    throw new RenderingFailed(`Unknown notification category ${category.slice(0, 50)}.`)
  const title = oneLine(subject ?? '')
  return {
    html: asDocument(html, { lang: locale, title }),
    text,
    subject: subject === null ? null : title,
    category: kind,
    previewVariables,
  }
}

function orderOf({ project, userDisplayName, unsubscribeLink }: Setting) {
  return {
    projectId: project.id,
    templateSource: null,
    themeSource: null,
    html: null,
    variables: {},
    userDisplayName,
    projectDisplayName: project.displayName,
    unsubscribeLink,
  }
}

function framed({ project, locale, unsubscribeLink }: Setting, title: string) {
  return {
    lang: locale,
    title,
    sender: oneLine(project.displayName),
    unsubscribe: unsubscribeLink ? { label: textsByLocale[locale].unsubscribe, link: unsubscribeLink } : null,
  }
}

function withUnsubscribe(text: string, { locale, unsubscribeLink }: Setting): string {
  return `${text}\n\n${textsByLocale[locale].unsubscribe}:\n${unsubscribeLink}\n`
}
