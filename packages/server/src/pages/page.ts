import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerOf } from '../http/app.ts'
import { Reply } from '../http/reply.ts'
import { TextError } from '../http/text-error.ts'

/** A page that a service renders itself. All but its typeface stands in it; nothing is fetched from elsewhere. */
export interface Page {
  readonly lang: string
  readonly title: string
  /** HTML. Whoever writes it escapes what it is filled with: {@link escapeHtml}. */
  readonly body: string
  /** CSS, usually {@link pageStyle} and what only this page needs. */
  readonly style: string
  /** JavaScript, run as a module. */
  readonly script?: string
  /** Set where a form of the page goes back to this server. */
  readonly hasForm?: true
}

/** Answers a page under a content security policy that allows its own style and script, and nothing else. */
export function answerPage(reply: FastifyReply, page: Page): FastifyReply {
  const { headers, body } = pageReply(page)
  return reply.headers(headers).send(body)
}

/** A page as the answer of an operation, under the same policy. */
export function pageReply({ lang, title, body, style, script, hasForm }: Page): Reply<string> {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    "font-src 'self'",
    ...(script ? [`script-src '${hashOf(script)}'`, "connect-src 'self'"] : []),
    `form-action '${hasForm ? 'self' : 'none'}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new Reply({
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
 * Refuses what a page of somebody else makes a browser send: only JSON from our own origin, or from a program, passes.
 *
 * @throws {TextError} 403
 */
export function requireOwnPage(request: FastifyRequest): void {
  const site = headerOf(request, 'sec-fetch-site')
  const origin = headerOf(request, 'origin')
  const isJson = /^application\/json\s*(?:;|$)/i.test(headerOf(request, 'content-type') ?? '')
  const isOwnSite = site === undefined || site === 'same-origin'
  const isOwnOrigin = origin === undefined || hostOf(origin) === request.headers.host
  if (!isJson || !isOwnSite || !isOwnOrigin)
    throw new TextError(403, 'This can be done only from the page of this server itself.')
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
