import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import helmet from 'helmet'

/** HTTP Strict Transport Security (RFC 6797): browsers then use HTTPS alone for a year. */
export type StrictTransport = 'host' | 'host-and-subdomains'

/**
 * Returns the headers of every response. A handler may replace them: pages and images have another content
 * security policy than this one, which allows nothing.
 *
 * Helmet itself, not `@fastify/helmet`: no hook runs for a request that Fastify rejects before routing, and
 * its response needs the headers too.
 */
export function createSecurityHeaders(strictTransport: StrictTransport | null): Record<string, string> {
  const setHelmetHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: strictTransport !== null && {
      includeSubDomains: strictTransport === 'host-and-subdomains',
    },
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: { action: 'deny' },
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHelmetHeaders(request, response, throwIfFailed)
  return { ...(response.getHeaders() as Record<string, string>), 'cache-control': 'no-store, max-age=0' }
}

function throwIfFailed(error?: unknown): void {
  if (error) throw error
}

const defaultAllowedHeaders = [
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-branch-id',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-stack-client-version',
  'x-stack-disable-artificial-development-delay',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-refresh-token',
  'x-stack-access-token',
  'x-stack-allow-anonymous-user',
  'x-parley-workspace',
  'baggage',
  'sentry-trace',
  'x-vercel-protection-bypass',
  'ngrok-skip-browser-warning',
]

const allowedHeaders = defaultAllowedHeaders.flatMap((name) => [name, ...listAliases(name)])

const exposedHeaders = ['x-stack-actual-status', 'x-stack-known-error', 'x-stack-request-id']

/** The second name of an `x-stack-` header, which the public clients from 2.8.108 use. */
function listAliases(name: string): string[] {
  return name.startsWith('x-stack-') ? [name.replace('x-stack-', 'x-hexclave-')] : []
}

/** Sets the `x-stack-` header of every `x-hexclave-` header, unless the request has both. */
export function renameAliases(headers: IncomingHttpHeaders): void {
  for (const [alias, value] of Object.entries(headers))
    if (alias.startsWith('x-hexclave-')) headers[alias.replace('x-hexclave-', 'x-stack-')] ??= value
}

/** Repeats the `x-stack-` headers of a response under their aliases. */
export function addAliases(reply: FastifyReply): void {
  for (const name of exposedHeaders)
    for (const alias of listAliases(name))
      if (reply.hasHeader(name)) reply.header(alias, reply.getHeader(name))
}

/**
 * Returns the CORS headers of every API response, errors included. Any origin is allowed, because requests
 * are authenticated by headers only, never by cookies.
 *
 * `@fastify/cors` does not fit: the wire contract has all five headers on every response, the library sends
 * three of them on preflight responses only.
 *
 * @param requestedHeaders `Access-Control-Request-Headers` of a preflight request. All `x-stack-` and
 * `x-hexclave-` headers are allowed.
 */
export function corsHeaders(requestedHeaders = ''): Record<string, string> {
  return requestedHeaders === '' ? defaultCorsHeaders : corsHeadersFor(requestedHeaders)
}

const defaultCorsHeaders = corsHeadersFor('')

function corsHeadersFor(requestedHeaders: string): Record<string, string> {
  const stackHeaders = requestedHeaders
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^x-(?:stack|hexclave)-[a-z0-9-]{1,64}$/.test(name))

  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-max-age': '86400',
    'access-control-allow-headers': [...new Set([...allowedHeaders, ...stackHeaders])].join(', '),
    'access-control-expose-headers': [
      'content-type',
      'retry-after',
      ...exposedHeaders.flatMap((name) => [name, ...listAliases(name)]),
    ].join(', '),
  }
}

/** Returns the headers that have one value. Node.js joins repeated ones, except `set-cookie`. */
export function toStringHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
