import { type createUserAgent, type Resolver, systemResolver } from '@parley/sip'
import type { EmbeddedEngineOptions } from '../options.ts'

/**
 * Timer B: how long a trunk may take for its first response to an INVITE. The 32 s of RFC 3261 are too long
 * for a user who hears silence; a working trunk sends 100 Trying within 200 ms (17.2.1).
 */
const firstResponseTimeoutMs = 8_000

/** Returns the options of the user agent, without its callbacks. */
export function createAgentOptions(options: EmbeddedEngineOptions): Parameters<typeof createUserAgent>[0] {
  const { sipHost: host, sipPort: port, publicHost, tls, trustedAuthorities } = options
  const tlsPort = port === 0 ? 0 : port + 1
  return {
    listen: [
      { protocol: 'udp', host, port },
      { protocol: 'tcp', host, port },
      ...(tls
        ? [
            {
              protocol: 'tls' as const,
              host,
              port: tlsPort,
              tls: { key: tls.privateKey, cert: tls.certificate },
            },
          ]
        : []),
    ],
    userAgentName: 'Parley',
    resolver: createResolver(options),
    acceptsReplaces: true,
    timers: { timerB: firstResponseTimeoutMs },
    isEndpointAllowed: ({ address }) => options.isAddressAllowed?.(address, null) ?? true,
    ...(publicHost ? { publicHost } : {}),
    ...(trustedAuthorities ? { tlsClient: { ca: trustedAuthorities.join('\n') } } : {}),
  }
}

/** Returns the resolver for requests to trunks and for the IP addresses that belong to a trunk. */
export function createResolver({ resolveHost, resolveSrv }: EmbeddedEngineOptions): Resolver {
  const listAddresses = async (name: string) =>
    ((await resolveHost?.(name)) ?? []).map(({ address }) => address)
  return {
    naptr: systemResolver.naptr,
    srv: resolveSrv ?? systemResolver.srv,
    addresses: resolveHost ? listAddresses : systemResolver.addresses,
  }
}
