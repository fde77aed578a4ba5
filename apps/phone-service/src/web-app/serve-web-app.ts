import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface WebAppOptions {
  /** Where the built application lies. */
  readonly webRoot: string
  /** Origin of the account service as a browser reaches it. */
  readonly accountsUrl: string
  /** The public address of the phone, or null while it is only on this machine. */
  readonly publicUrl: string | null
}

/** The place in `index.html` where each answer gets a nonce of its own. */
const noncePlace = /__CSP_NONCE__/g

/** Serves the phone in the browser: its files, and its page at every route that is not a file. */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const page = await readFile(join(options.webRoot, 'index.html'), 'utf8')

  await app.register(fastifyStatic, {
    root: options.webRoot,
    wildcard: false,
    index: false,
    setHeaders: (response, path) => {
      // Their names carry a hash of what is in them.
      const isHashed = path.includes('/assets/')
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      response.header('x-content-type-options', 'nosniff')
    },
  })
  app.get('/*', (request, reply) => {
    // Not every page is one of ours, but the application says so better than a line of text.
    if (isPage(request)) answerPage(reply, page, options)
    else reply.callNotFound()
  })
}

/** A route of the application, asked for by a browser; the first page is for programs that take anything, too. */
function isPage({ url, headers }: FastifyRequest): boolean {
  if (/^\/api(?=[/?]|$)/.test(url)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (url === '/' && accept.includes('*/*'))
}

function answerPage(reply: FastifyReply, page: string, options: WebAppOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  if (options.publicUrl?.startsWith('https:')) {
    reply.header('strict-transport-security', 'max-age=31536000')
  }
  return reply
    .header('content-security-policy', contentSecurityPolicy(options.accountsUrl, nonce))
    .header('permissions-policy', 'microphone=(self), camera=(), geolocation=()')
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace(noncePlace, nonce))
}

/** Scripts and styles from here alone; connections to here and to the account service. */
function contentSecurityPolicy(accountsUrl: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${accountsUrl}`,
    "font-src 'self'",
    `connect-src 'self' ${accountsUrl}`,
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${accountsUrl}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
