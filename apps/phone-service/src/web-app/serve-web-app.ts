import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface WebAppOptions {
  /** Directory of the built web application. */
  readonly webRoot: string
  /** Public origin of the account service. */
  readonly accountsUrl: string
}

/** Placeholder in `index.html` that is replaced by a new nonce in each response. */
const noncePlaceholder = /__CSP_NONCE__/g

/** Serves the web application: its files, and its page at every other path that a browser requests. */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const page = await readFile(join(options.webRoot, 'index.html'), 'utf8')

  await app.register(fastifyStatic, {
    root: options.webRoot,
    wildcard: false,
    index: false,
    // As a file, the page would have no content security policy.
    globIgnore: ['index.html'],
    // The build compresses the files. The page is not among them, nor is any response with a secret.
    preCompressed: true,
    setHeaders: (response, path) => {
      // The names of assets contain a content hash.
      const isHashed = path.includes('/assets/')
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', (request, reply) => {
    // Unknown pages are served too: the application shows a better error than plain text.
    if (isPageRequest(request)) sendPage(reply, page, options)
    else reply.callNotFound()
  })
}

/** Whether a browser requests a page. The start page is also served to programs that accept any type. */
function isPageRequest({ url, headers }: FastifyRequest): boolean {
  if (/^\/api(?=[/?]|$)/.test(url)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (url === '/' && accept.includes('*/*'))
}

function sendPage(reply: FastifyReply, page: string, options: WebAppOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', contentSecurityPolicy(options.accountsUrl, nonce))
    .header('permissions-policy', 'microphone=(self), camera=(), geolocation=()')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace(noncePlaceholder, nonce))
}

/** Allows scripts and styles of this origin only, and connections to this origin and the account service. */
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
