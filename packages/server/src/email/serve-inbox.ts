import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../outbound/loopback.ts'
import type { Inbox, InboxMessage } from './inbox.ts'

/**
 * Serves the inbox as JSON (`GET /inbox/messages?to=ADDRESS`) and as a page (`GET /inbox`).
 *
 * The links in these mails sign people in, so only this machine may read them: a loopback peer that asks for `localhost` or
 * `127.0.0.1`, through no proxy and from no other site's page. To anybody else the pages do not exist.
 */
export function serveInbox(app: FastifyInstance, inbox: Inbox): void {
  app.get('/inbox/messages', async (request, reply) => {
    if (!isThisMachine(request)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    const { to } = request.query as { to?: unknown }
    return reply
      .header('cache-control', 'no-store')
      .send(await inbox.messages(typeof to === 'string' ? to : undefined))
  })

  app.get('/inbox', async (request, reply) => {
    if (!isThisMachine(request)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    return reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(pageOf(await inbox.messages()))
  })
}

/** What proxies add beside `X-Forwarded-…`. */
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
  const isFromElsewhere = site === 'cross-site' || site === 'same-site'
  return isPeerLocal && (host === 'localhost' || host === '127.0.0.1') && !isForwarded && !isFromElsewhere
}

const style = `
:root { color-scheme: light dark; --surface: light-dark(#eff5f6, #0c1417); --raised: light-dark(#fff, #131e22);
  --ink: light-dark(#11232b, #e8eeef); --soft: light-dark(#4b5f65, #a5b2b6); --line: light-dark(#d3ddde, #283439);
  --accent: light-dark(#065b75, #77c9dd); --focus: light-dark(#2261dd, #85baff) }
* { box-sizing: border-box }
body { margin: 0; background: var(--surface); color: var(--ink);
  font: 15px/22px 'Atkinson Hyperlegible Next', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 26px; line-height: 32px; margin: 0 0 4px }
p { margin: 0 0 16px } .soft { color: var(--soft) }
ul { list-style: none; margin: 16px 0 0; padding: 0; background: var(--raised); border: 1px solid var(--line); border-radius: 12px }
li + li { border-top: 1px solid var(--line) }
summary { padding: 12px 18px; cursor: pointer; border-radius: 12px }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
summary strong { font-weight: 600; overflow-wrap: anywhere } time { font-variant-numeric: tabular-nums }
pre { margin: 0; padding: 0 18px 18px; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: var(--accent) }`
const styleHash = createHash('sha256').update(style).digest('base64')

function pageOf(messages: readonly InboxMessage[]): string {
  const list =
    messages.length === 0
      ? '<p>No mail yet. What Parley sends appears here.</p>'
      : `<ul>${messages.map(rowOf).join('')}</ul>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox · Parley</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>Inbox</h1><p class="soft">Mail of this server, while no SMTP server is set. Only this machine can read it.</p>${list}</main></body></html>`
}

function rowOf({ to, subject, text, at }: InboxMessage, index: number): string {
  const when = new Date(at).toISOString()
  return `<li><details${index === 0 ? ' open' : ''}><summary><strong>${escaped(subject)}</strong><br>
<span class="soft">To ${escaped(to)} · <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time></span></summary>
<pre>${withLinks(text)}</pre></details></li>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escaped(part)}" rel="noreferrer">${escaped(part)}</a>` : escaped(part),
    )
    .join('')
}
