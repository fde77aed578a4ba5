import { escapeHtml } from '@parley/server/pages'

/** Colour scheme of a built-in theme. The light one adapts to dark mode. */
export type ColourScheme = 'light' | 'dark'

/** Colours of an e-mail. `inherit` leaves the colour to the surrounding theme. */
export interface Palette {
  readonly page: string
  readonly card: string
  readonly border: string
  readonly text: string
  readonly mutedText: string
  readonly accent: string
  readonly onAccent: string
}

export const palettes: Readonly<Record<ColourScheme, Palette>> = {
  light: {
    page: '#eff5f6',
    card: '#ffffff',
    border: '#d3ddde',
    text: '#11232b',
    mutedText: '#4b5f65',
    accent: '#065b75',
    onAccent: '#ffffff',
  },
  dark: {
    page: '#0c1417',
    card: '#131e22',
    border: '#283439',
    text: '#e8eeef',
    mutedText: '#a5b2b6',
    accent: '#77c9dd',
    onAccent: '#0c1417',
  },
}

const { page, card, border: line, text: ink, mutedText: soft, accent, onAccent } = palettes.dark

const darkModeStyle = `
@media (prefers-color-scheme: dark) {
  .page { background: ${page} !important }
  .card { background: ${card} !important; border-color: ${line} !important }
  .ink { color: ${ink} !important }
  .soft, .soft a { color: ${soft} !important }
  .code { background: ${page} !important; border-color: ${line} !important; color: ${ink} !important }
  .logo-light { display: none !important }
  .logo-dark { display: inline !important }
  .button { background: ${accent} !important; color: ${onAccent} !important }
}`

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** A logo for a light and a dark background. */
export interface LayoutLogo {
  readonly lightUrl: string
  readonly darkUrl: string
  /** It contains the name of the sender. */
  readonly hasName: boolean
}

/** Content of a layout. `inner` and `below` are HTML; the other fields are plain text. */
export interface LayoutContent {
  readonly lang: string
  readonly title: string
  readonly sender: string
  readonly logo: LayoutLogo | null
  readonly bodyHtml: string
  readonly footerHtml: string
  readonly unsubscribe: { readonly label: string; readonly link: string } | null
}

/** Renders the built-in themes, hand-compiled to the tables and inline styles that mail clients support. */
export function renderLayout(
  look: ColourScheme,
  { lang, title, sender, logo, bodyHtml: inner, footerHtml: below, unsubscribe }: LayoutContent,
): string {
  const colours = palettes[look]
  const scheme = look === 'light' ? 'light dark' : 'dark'
  const soft = `font-size:14px;line-height:20px;color:${colours.mutedText}`
  const foot = unsubscribe
    ? `<p class="soft" style="margin:0 0 16px;${soft}"><a href="${escapeHtml(unsubscribe.link)}" style="color:${colours.mutedText}">${escapeHtml(unsubscribe.label)}</a></p>`
    : ''

  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<title>${escapeHtml(title)}</title>
<style>${look === 'light' ? darkModeStyle : ''}
</style>
</head>
<body class="page" style="margin:0;background:${colours.page};font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${colours.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="soft" style="padding:0 4px 16px;font-weight:600;${soft}">${renderSender(look, sender, logo)}</td></tr>
<tr><td class="card ink" style="background:${colours.card};border:1px solid ${colours.border};border-radius:12px;padding:32px;color:${colours.text};font-size:16px;line-height:24px">
${inner}
</td></tr>
<tr><td style="padding:16px 4px 0">${below}${foot}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/**
 * Shows the logo for the background of the theme; the light theme has both where programs know
 * `prefers-color-scheme`.
 */
function renderSender(look: ColourScheme, sender: string, logo: LayoutLogo | null): string {
  if (!logo) return escapeHtml(sender)
  const { lightUrl, darkUrl, hasName } = logo
  const alt = hasName ? sender : ''
  const name = hasName ? '' : `<span style="padding-left:10px">${escapeHtml(sender)}</span>`
  if (look === 'dark') return `${renderLogo(darkUrl, alt)}${name}`
  if (lightUrl === darkUrl) return `${renderLogo(lightUrl, alt)}${name}`
  const light = renderLogo(lightUrl, alt, 'class="logo-light"')
  const dark = renderLogo(darkUrl, alt, 'class="logo-dark"', 'display:none;')
  return `${light}<!--[if !mso]><!-->${dark}<!--<![endif]-->${name}`
}

function renderLogo(url: string, alt: string, attributes = '', style = ''): string {
  return `<img ${attributes} src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" height="32" style="${style}max-height:32px;max-width:200px;vertical-align:middle">`
}

/** Wraps rendered HTML in a document unless it already is one. */
export function toDocument(html: string, { lang, title }: Pick<LayoutContent, 'lang' | 'title'>): string {
  if (/^\s*<!doctype/i.test(html)) return html
  if (/^\s*<html[\s>]/i.test(html)) return `<!doctype html>\n${html}`
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body>
${html}
</body>
</html>
`
}
