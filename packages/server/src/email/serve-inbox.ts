import { isLoopback } from '@parley/primitives/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPageResponse, escapeHtml } from '../pages/page.ts'
import { pageBrand, pageStyle } from '../pages/page-style.ts'
import type { Inbox, InboxMessage } from './inbox.ts'

/**
 * Serves the inbox as JSON (`GET /inbox/messages?to=ADDRESS`) and as a page (`GET /inbox`), which links to
 * the HTML of each message (`GET /inbox/messages/ID/html`).
 *
 * The links in these messages sign users in, so they can be read from this machine only: from a loopback peer
 * with the host `localhost` or `127.0.0.1`, without a proxy and not from a page of another site. All other
 * requests get 404.
 */
export function serveInbox(app: FastifyInstance, inbox: Inbox): void {
  app.get('/inbox/messages', async (request, reply) => {
    if (!isThisMachine(request)) return notFound(reply)
    const { to } = request.query as { to?: unknown }
    return reply
      .header('cache-control', 'no-store')
      .send(await inbox.messages(typeof to === 'string' ? to : undefined))
  })

  app.get('/inbox/messages/:id/html', async (request, reply) => {
    const { id } = request.params as { id: string }
    const message = isThisMachine(request) ? await inbox.message(id) : null
    if (!message) return notFound(reply)
    return reply
      .headers({
        'content-security-policy': messagePolicy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(message.html)
  })

  app.get('/inbox', async (request, reply) => {
    if (!isThisMachine(request)) return notFound(reply)
    const { headers, body } = renderPage(await inbox.messages())
    return reply.headers(headers).header('cache-control', 'no-store').send(body)
  })
}

/** Project owners write templates, so messages are sandboxed: no scripts, opaque origin. */
const messagePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "frame-ancestors 'none'",
].join('; ')

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
}

/** Headers that proxies add, besides `X-Forwarded-…`. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

function isThisMachine(request: FastifyRequest): boolean {
  const isPeerLocal = isLoopback(request.socket.remoteAddress ?? '')
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  const isForwarded = Object.keys(request.headers).some(
    (name) => name.startsWith('x-forwarded-') || forwardingHeaders.includes(name),
  )
  const site = request.headers['sec-fetch-site']
  const isCrossOrigin = site === 'cross-site' || site === 'same-site'
  return isPeerLocal && (host === 'localhost' || host === '127.0.0.1') && !isForwarded && !isCrossOrigin
}

const style = `${pageStyle}
main { width: 100%; max-width: 48rem; margin: 0 auto; padding: 16px 16px 32px }
ul { list-style: none; margin: 16px 0 0; padding: 0; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; overflow: hidden }
li + li { border-top: 1px solid var(--line) }
summary { display: flex; align-items: center; gap: 12px; min-height: 56px; padding: 8px 18px; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none } summary:hover { background: var(--hover) }
summary:focus-visible { outline-offset: -2px }
summary::before { content: ''; flex: none; width: 7px; height: 7px; margin: 0 3px; border: solid var(--soft); border-width: 0 1.75px 1.75px 0; rotate: -45deg }
[open] > summary::before { rotate: 45deg }
summary strong { display: block; font-weight: 600; overflow-wrap: anywhere } summary .soft { font-size: 13px; line-height: 19px }
time { font-variant-numeric: tabular-nums }
pre, details p { margin: 0; padding: 8px 18px 18px 43px }
pre { font: inherit; max-width: 46rem; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 639px) { pre, details p { padding-left: 18px } }`

function renderPage(messages: readonly InboxMessage[]): ReturnType<typeof createPageResponse> {
  const list =
    messages.length === 0
      ? '<p>No e-mail yet. E-mail that Parley sends appears here.</p>'
      : `<ul>${messages.map(renderMessage).join('')}</ul>`
  return createPageResponse({
    lang: 'en',
    title: 'Inbox · Parley',
    style,
    body: `${pageBrand}<main><h1>Inbox</h1><p class="soft">E-mail of this server while no SMTP server is set. It can be read from this machine only.</p>${list}</main>`,
  })
}

function renderMessage({ id, to, subject, text, at }: InboxMessage, index: number): string {
  const when = new Date(at).toISOString()
  return `<li><details${index === 0 ? ' open' : ''}><summary><span><strong>${escapeHtml(subject)}</strong>
<span class="soft">To ${escapeHtml(to)} · <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time></span></span></summary>
<pre>${withLinks(text)}</pre>
<p><a href="/inbox/messages/${encodeURIComponent(id)}/html" target="_blank">Show HTML version</a></p></details></li>`
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}
