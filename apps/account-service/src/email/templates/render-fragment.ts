import { escapeHtml } from '@parley/server/pages'
import type { Palette } from '../themes/index.ts'

/** Content of a built-in e-mail. Plain text; it is escaped during rendering. */
export interface BuiltInEmail {
  readonly lang: string
  readonly sender: string
  readonly subject: string
  readonly heading: string
  readonly body: string
  readonly button?: { readonly label: string; readonly link: string }
  /** Events with their pages, and how many further ones there are. */
  readonly list?: {
    readonly rows: readonly { readonly label: string; readonly link: string; readonly text: string }[]
    readonly further: string | null
  }
  /** Lists without links, with their titles. */
  readonly sections?: readonly { readonly title: string; readonly rows: readonly string[] }[]
  /** A code to type, shown in large letters, with its instruction. */
  readonly code?: { readonly label: string; readonly text: string }
  readonly orLink: string
  readonly footer: string
  /** The page that the footer links to. */
  readonly footerLink?: string
}

/** Neutral colours for a custom theme: everything is inherited except the button. */
export const neutralPalette: Palette = {
  page: 'transparent',
  card: 'transparent',
  border: '#8fa0a5',
  text: 'inherit',
  mutedText: 'inherit',
  accent: '#065b75',
  onAccent: '#ffffff',
}

/** Renders the body HTML, to be placed in a theme. */
export function renderFragment(content: BuiltInEmail, colours: Palette): string {
  const { heading, body, list, sections = [], button, code, orLink } = content
  const ink = `color:${colours.text};font-size:16px;line-height:24px`
  return [
    `<h1 class="ink" style="margin:0 0 16px;color:${colours.text};font-size:24px;line-height:32px;font-weight:600">${escapeHtml(heading)}</h1>`,
    paragraph('ink', ink, escapeHtml(body)),
    ...(list ? listHtml(list, colours) : []),
    ...sections.flatMap((section) => sectionHtml(section, colours)),
    ...(button ? [buttonHtml(button, colours)] : []),
    ...(code ? [paragraph('ink', ink, escapeHtml(code.label)), codeHtml(code.text, colours)] : []),
    ...(button ? [linkHtml(orLink, button.link, colours)] : []),
  ].join('\n')
}

/** Renders the footer HTML below the body. */
export function renderFooter({ footer, footerLink }: BuiltInEmail, colours: Palette): string {
  const text = escapeHtml(footer)
  return paragraph(
    'soft',
    `color:${colours.mutedText};font-size:14px;line-height:20px`,
    footerLink === undefined
      ? text
      : `<a href="${escapeHtml(footerLink)}" style="color:${colours.mutedText}">${text}</a>`,
  )
}

/** Renders the plain-text part. */
export function renderText(content: BuiltInEmail): string {
  const { heading, body, list, sections = [], button, code, footer, footerLink } = content
  const listed = list?.rows.map(({ label, link, text }) => `- ${label}, ${text}\n  ${link}`) ?? []
  const further = list?.further ? [list.further] : []
  const titled = sections.map(({ title, rows }) => [title, ...rows.map((row) => `- ${row}`)].join('\n'))
  const typed = code ? [`${code.label}\n\n    ${code.text}`] : []
  const followed = button ? [`${button.label}:\n${button.link}`] : []
  const last = footerLink === undefined ? footer : `${footer}\n${footerLink}`
  return [heading, body, ...listed, ...further, ...titled, ...followed, ...typed, last]
    .join('\n\n')
    .concat('\n')
}

function paragraph(name: string, style: string, html: string): string {
  return `<p class="${name}" style="margin:0 0 16px;${style}">${html}</p>`
}

function buttonHtml({ label, link }: NonNullable<BuiltInEmail['button']>, colours: Palette): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;background:${colours.accent};color:${colours.onAccent};font-size:16px;line-height:24px;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px">${escapeHtml(label)}</a></p>`
}

function listHtml({ rows, further }: NonNullable<BuiltInEmail['list']>, colours: Palette): string[] {
  const ink = `color:${colours.text};font-size:16px;line-height:24px`
  const items = rows.map(
    ({ label, link, text }) =>
      `<li style="margin:0 0 8px"><a class="ink" href="${escapeHtml(link)}" style="color:${colours.text};font-weight:600">${escapeHtml(label)}</a>, ${escapeHtml(text)}</li>`,
  )
  return [
    `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${ink}">${items.join('')}</ul>`,
    ...(further === null ? [] : [paragraph('ink', ink, escapeHtml(further))]),
  ]
}

function sectionHtml(
  { title, rows }: NonNullable<BuiltInEmail['sections']>[number],
  colours: Palette,
): string[] {
  const ink = `color:${colours.text};font-size:16px;line-height:24px`
  const items = rows.map((row) => `<li style="margin:0 0 8px">${escapeHtml(row)}</li>`)
  return [
    `<h2 class="ink" style="margin:0 0 8px;font-weight:600;${ink}">${escapeHtml(title)}</h2>`,
    `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${ink}">${items.join('')}</ul>`,
  ]
}

function codeHtml(text: string, colours: Palette): string {
  return `<p class="code" style="margin:0 0 24px;background:${colours.page};border:1px solid ${colours.border};border-radius:8px;padding:16px;text-align:center;color:${colours.text};font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px">${escapeHtml(text)}</p>`
}

function linkHtml(orLink: string, link: string, colours: Palette): string {
  const shown = escapeHtml(link)
  return paragraph(
    'soft',
    `color:${colours.mutedText};font-size:14px;line-height:20px`,
    `${escapeHtml(orLink)}<br><a href="${shown}" style="color:${colours.mutedText};word-break:break-all">${shown}</a>`,
  )
}

/** Removes line breaks, which would allow header injection. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}
