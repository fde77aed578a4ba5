import { escapeHtml } from '@parley/server/http'

/** What an e-mail consists of. Plain texts: they are escaped here. */
export interface EmailContent {
  readonly lang: string
  readonly sender: string
  readonly subject: string
  readonly heading: string
  readonly body: string
  readonly button?: { readonly label: string; readonly link: string }
  /** A code to type, in large letters, with what to do with it. */
  readonly code?: { readonly label: string; readonly text: string }
  readonly orLink: string
  readonly footer: string
}

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const darkStyle = `
@media (prefers-color-scheme: dark) {
  .page { background: #0c1417 !important }
  .card { background: #131e22 !important; border-color: #283439 !important }
  .ink { color: #e8eeef !important }
  .soft, .soft a { color: #a5b2b6 !important }
  .code { background: #0c1417 !important; border-color: #283439 !important; color: #e8eeef !important }
  .button { background: #77c9dd !important; color: #0c1417 !important }
}`

/** The HTML part: tables and inline styles, because that is what mail programs read. */
export function htmlOf(content: EmailContent): string {
  const { lang, sender, subject, heading, body, button, code, orLink, footer } = content
  const paragraph: Paragraph = (text, style, name) =>
    `<p class="${name}" style="margin:0 0 16px;${style}">${text}</p>`
  const ink = 'color:#11232b;font-size:16px;line-height:24px'
  const soft = 'color:#4b5f65;font-size:14px;line-height:20px'

  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}
</style>
</head>
<body class="page" style="margin:0;background:#eff5f6;font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#eff5f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="soft" style="padding:0 4px 16px;font-size:14px;line-height:20px;font-weight:600;color:#4b5f65">${escapeHtml(sender)}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #d3ddde;border-radius:12px;padding:32px">
<h1 class="ink" style="margin:0 0 16px;color:#11232b;font-size:24px;line-height:32px;font-weight:600">${escapeHtml(heading)}</h1>
${paragraph(escapeHtml(body), ink, 'ink')}
${button ? buttonHtml(button) : ''}
${code ? codeHtml(code, paragraph, ink) : ''}
${button ? linkHtml(escapeHtml(orLink), escapeHtml(button.link), paragraph, soft) : ''}
</td></tr>
<tr><td style="padding:16px 4px 0">${paragraph(escapeHtml(footer), soft, 'soft')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** The text part says the same. */
export function textOf({ heading, body, button, code, footer }: EmailContent): string {
  const typed = code ? [`${code.label}\n\n    ${code.text}`] : []
  const followed = button ? [`${button.label}:\n${button.link}`] : []
  return [heading, body, ...followed, ...typed, footer].join('\n\n').concat('\n')
}

type Paragraph = (text: string, style: string, name: string) => string

function buttonHtml({ label, link }: NonNullable<EmailContent['button']>): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;background:#065b75;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px">${escapeHtml(label)}</a></p>`
}

function linkHtml(orLink: string, link: string, paragraph: Paragraph, soft: string): string {
  return paragraph(
    `${orLink}<br><a href="${link}" style="color:#4b5f65;word-break:break-all">${link}</a>`,
    soft,
    'soft',
  )
}

function codeHtml(code: NonNullable<EmailContent['code']>, paragraph: Paragraph, ink: string): string {
  return `${paragraph(escapeHtml(code.label), ink, 'ink')}
<p class="code" style="margin:0 0 24px;background:#eff5f6;border:1px solid #d3ddde;border-radius:8px;padding:16px;text-align:center;color:#11232b;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px">${escapeHtml(code.text)}</p>`
}
