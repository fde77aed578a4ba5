import { isIPv6 } from 'node:net'
import { type Destination, encodeUser } from '@parley/sip'
import type { TrunkConfig } from '../../trunk.ts'

/** Returns host and port of a trunk for a URI. */
function formatHostPort({ host, port }: Pick<TrunkConfig, 'host' | 'port'>): string {
  const bracketed = isIPv6(host) ? `[${host}]` : host
  return port === 0 ? bracketed : `${bracketed}:${port}`
}

/** Returns the URI of a user at a trunk, or of the trunk itself. */
export function createTrunkUri(trunk: TrunkConfig, user?: string): string {
  const login = user === undefined ? '' : `${encodeUser(user)}@`
  return `sip:${login}${formatHostPort(trunk)};transport=${trunk.transport}`
}

/** Returns the URI that identifies a caller or an account at a trunk, without port and transport. */
export function createIdentityUri(trunk: TrunkConfig, user: string): string {
  return `sip:${encodeUser(user)}@${formatHostPort({ ...trunk, port: 0 })}`
}

/**
 * Returns routing and credentials for requests to a trunk. Only IP addresses that `isAddressAllowed` allows
 * are used.
 */
export function toDestination(
  trunk: TrunkConfig,
  isAddressAllowed: (address: string) => boolean,
): Destination {
  const { username, password, outboundProxy, transport } = trunk
  return {
    transport,
    isEndpointAllowed: ({ address }) => isAddressAllowed(address),
    ...(outboundProxy ? { outboundProxy: `sip:${outboundProxy};lr;transport=${transport}` } : {}),
    ...(username ? { credentials: { username, password: password ?? '' } } : {}),
  }
}
