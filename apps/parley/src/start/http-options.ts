import { createClientIpResolver, createTrustedProxyCheck } from '@parley/server'
import type { HttpAppOptions } from '@parley/server/http'
import type { Config } from '../config.ts'

/** Returns how a service with this public URL treats the connections of clients. */
export function createHttpOptions(
  { trustedProxies, httpLimits, hasHstsSubDomains }: Config,
  publicUrl: string | null,
): Omit<HttpAppOptions, 'log'> {
  const strictTransport = hasHstsSubDomains ? 'host-and-subdomains' : 'host'
  return {
    strictTransport: publicUrl?.startsWith('https:') ? strictTransport : null,
    clientIp: createClientIpResolver(trustedProxies),
    isTrustedProxy: createTrustedProxyCheck(trustedProxies),
    limits: httpLimits,
  }
}
