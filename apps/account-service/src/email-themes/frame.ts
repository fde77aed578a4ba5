import { escapeHtml } from '@parley/server/pages'

/** Colour scheme of a built-in theme. The light one adapts to dark mode. */
export type Look = 'light' | 'dark'

/** Colours of an e-mail. `inherit` leaves the colour to the surrounding theme. */
export interface Palette {
  readonly page: string
  readonly card: string
  readonly line: string
  readonly ink: string
  readonly soft: string
  readonly accent: string
  readonly onAccent: string
}

export const palettes: Readonly<Record<Look, Palette>> = {
  light: {
    page: '#eff5f6',
    card: '#ffffff',
    line: '#d3ddde',
    ink: '#11232b',
    soft: '#4b5f65',
    accent: '#065b75',
    onAccent: '#ffffff',
  },
  dark: {
    page: '#0c1417',
    card: '#131e22',
    line: '#283439',
    ink: '#e8eeef',
    soft: '#a5b2b6',
    accent: '#77c9dd',
    onAccent: '#0c1417',
  },
}

const { page, card, line, ink, soft, accent, onAccent } = palettes.dark

const turnsDark = `
@media (prefers-color-scheme: dark) {
  .page { background: ${page} !important }
  .card { background: ${card} !important; border-color: ${line} !important }
  .ink { color: ${ink} !important }
  .soft, .soft a { color: ${soft} !important }
  .code { background: ${page} !important; border-color: ${line} !important; color: ${ink} !important }
  .button { background: ${accent} !important; color: ${onAccent} !important }
}`

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** Content of a layout. `inner` and `below` are HTML; the other fields are plain text. */
export interface Framed {
  readonly lang: string
  readonly title: string
  readonly sender: string
  readonly inner: string
  readonly below: string
  readonly unsubscribe: { readonly label: string; readonly link: string } | null
}

/** Renders the built-in themes, hand-compiled to the tables and inline styles that mail clients support. */
export function frame(look: Look, { lang, title, sender, inner, below, unsubscribe }: Framed): string {
  const colours = palettes[look]
  const scheme = look === 'light' ? 'light dark' : 'dark'
  const soft = `font-size:14px;line-height:20px;color:${colours.soft}`
  const foot = unsubscribe
    ? `<p class="soft" style="margin:0 0 16px;${soft}"><a href="${escapeHtml(unsubscribe.link)}" style="color:${colours.soft}">${escapeHtml(unsubscribe.label)}</a></p>`
    : ''

  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<title>${escapeHtml(title)}</title>
<style>${look === 'light' ? turnsDark : ''}
</style>
</head>
<body class="page" style="margin:0;background:${colours.page};font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${colours.page}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="soft" style="padding:0 4px 16px;font-weight:600;${soft}">${escapeHtml(sender)}</td></tr>
<tr><td class="card ink" style="background:${colours.card};border:1px solid ${colours.line};border-radius:12px;padding:32px;color:${colours.ink};font-size:16px;line-height:24px">
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

/** Wraps rendered HTML in a document unless it already is one. */
export function asDocument(html: string, { lang, title }: Pick<Framed, 'lang' | 'title'>): string {
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
