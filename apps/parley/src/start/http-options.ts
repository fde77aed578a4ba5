import { createClientIpResolver, createTrustedProxyCheck } from '@parley/server'
import type { HttpAppOptions } from '@parley/server/http'
import type { Config } from '../config.ts'

/** Returns how both services treat the connections of clients. */
export function createHttpOptions({ trustedProxies, httpLimits }: Config): Omit<HttpAppOptions, 'log'> {
  return {
    clientIp: createClientIpResolver(trustedProxies),
    isTrustedProxy: createTrustedProxyCheck(trustedProxies),
    limits: httpLimits,
  }
}
