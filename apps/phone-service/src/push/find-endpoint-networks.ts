import { PhoneError } from '@parley/contract/phone'
import { loopbackNetworks } from '@parley/server'
import type { PhoneSettings } from '../services.ts'

/**
 * Returns the private networks in which the endpoint of a browser may be. The push services of browsers are
 * public and use the default port, so the networks that the operator allows for trunks are not among them:
 * every user can save an endpoint.
 *
 * @throws {PhoneError} `PUSH_SUBSCRIPTION_NOT_VALID`
 */
export function findEndpointNetworks(
  endpoint: string,
  { localPushOrigin }: Pick<PhoneSettings, 'localPushOrigin'>,
): readonly string[] {
  const { origin, port, username, password } = new URL(endpoint)
  const isLocal = origin === localPushOrigin
  if (username !== '' || password !== '' || (port !== '' && !isLocal))
    throw new PhoneError('PUSH_SUBSCRIPTION_NOT_VALID')
  return isLocal ? loopbackNetworks : []
}
