import { isIPv6 } from 'node:net'
import { type Destination, encodeUser } from '@parley/sip'
import type { TrunkConfig } from '../../trunk.ts'

/** Host and port of a trunk as they stand in a URI. */
function placeOf({ host, port }: Pick<TrunkConfig, 'host' | 'port'>): string {
  const bracketed = isIPv6(host) ? `[${host}]` : host
  return port === 0 ? bracketed : `${bracketed}:${port}`
}

/** The URI of a number at a trunk, or of the trunk itself. */
export function trunkUri(trunk: TrunkConfig, user?: string): string {
  const login = user === undefined ? '' : `${encodeUser(user)}@`
  return `sip:${login}${placeOf(trunk)};transport=${trunk.transport}`
}

/** A name at a trunk: the caller, the account. Without transport, which is no part of who somebody is. */
export function identityUri(trunk: TrunkConfig, user: string): string {
  return `sip:${encodeUser(user)}@${placeOf({ ...trunk, port: 0 })}`
}

/** How requests to a trunk travel. Wherever its name or its answers lead, only addresses that `mayReach` allows are used. */
export function destinationOf(trunk: TrunkConfig, mayReach: (address: string) => boolean): Destination {
  const { username, password, outboundProxy, transport } = trunk
  return {
    transport,
    mayConnect: ({ address }) => mayReach(address),
    ...(outboundProxy ? { outboundProxy: `sip:${outboundProxy};lr;transport=${transport}` } : {}),
    ...(username ? { credentials: { username, password: password ?? '' } } : {}),
  }
}
