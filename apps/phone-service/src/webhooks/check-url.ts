import { isIP } from 'node:net'
import { PhoneError } from '@parley/contract/phone'
import { createIpRanges } from '@parley/primitives/node'
import { BlockedHostError, type PinnedAddress, resolveAllowedAddress } from '@parley/server'
import { connectionChanges, limitConnectionTest } from '../connection-tests/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/**
 * Requires a URL that events may be sent to: encrypted, except in a network that the operator has allowed. Each delivery
 * checks the address again.
 *
 * @throws {PhoneError} `WEBHOOK_HOST_NOT_FOUND`, `WEBHOOK_HOST_NOT_ALLOWED`, `WEBHOOK_NOT_ENCRYPTED`, `TOO_MANY_REQUESTS`
 */
export async function requireUsableUrl(
  services: Pick<Services, 'settings' | 'rateLimits'>,
  user: CurrentUser,
  url: string,
): Promise<void> {
  const { protocol, hostname } = new URL(url)
  await limitConnectionTest(services, user, { host: hostname, perWorkspace: connectionChanges })
  const { outboundNetworks } = services.settings
  const { address } = await resolve(hostname, outboundNetworks)
  const isInOwnNetwork = isIP(address) !== 0 && createIpRanges(outboundNetworks).has(address)
  if (protocol !== 'https:' && !isInOwnNetwork) throw new PhoneError('WEBHOOK_NOT_ENCRYPTED')
}

async function resolve(host: string, allowedNetworks: readonly string[]): Promise<PinnedAddress> {
  try {
    return await resolveAllowedAddress(host, { allowedNetworks })
  } catch (error) {
    if (!(error instanceof BlockedHostError)) throw error
    throw new PhoneError(error.reason === 'not-found' ? 'WEBHOOK_HOST_NOT_FOUND' : 'WEBHOOK_HOST_NOT_ALLOWED')
  }
}
