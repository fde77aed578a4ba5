import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getHeader } from '../http/app.ts'
import { CustomResponse } from '../http/custom-response.ts'
import { PlainTextError } from '../http/plain-text-error.ts'

/** A server-rendered page. It contains everything except its fonts, and loads nothing from other origins. */
export interface Page {
  readonly lang: string
  readonly title: string
  /** HTML. Values must be escaped with {@link escapeHtml}. */
  readonly body: string
  /** CSS, usually {@link pageStyle} plus rules of this page. */
  readonly style: string
  /** JavaScript, run as a module. */
  readonly script?: string
  /** Set when the page has a form that posts to this server. */
  readonly hasForm?: true
}

/** Sends a page with a content security policy that allows only its own style and script. */
export function respondPage(reply: FastifyReply, page: Page): FastifyReply {
  const { headers, body } = createPageResponse(page)
  return reply.headers(headers).send(body)
}

/** Creates a handler response with a page and the same policy. */
export function createPageResponse({
  lang,
  title,
  body,
  style,
  script,
  hasForm,
}: Page): CustomResponse<string> {
  const policy = [
    "default-src 'none'",
    `style-src '${hashSource(style)}'`,
    "font-src 'self'",
    ...(script ? [`script-src '${hashSource(script)}'`, "connect-src 'self'"] : []),
    `form-action '${hasForm ? 'self' : 'none'}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new CustomResponse({
    headers: {
      'content-security-policy': policy.join('; '),
      'content-type': 'text/html; charset=utf-8',
    },
    body: `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${script ? `<script type="module">${script}</script>` : ''}
</body>
</html>
`,
  })
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/**
 * Rejects cross-site requests. Only JSON from the same origin, or from a non-browser client, is accepted.
 *
 * @throws {PlainTextError} 403
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const site = getHeader(request, 'sec-fetch-site')
  const origin = getHeader(request, 'origin')
  const isJson = /^application\/json\s*(?:;|$)/i.test(getHeader(request, 'content-type') ?? '')
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || getHost(origin) === request.headers.host
  if (!isJson || !isOwnSite || !isOwnOrigin)
    throw new PlainTextError(403, 'This request is allowed from pages of this server only.')
}

function getHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
