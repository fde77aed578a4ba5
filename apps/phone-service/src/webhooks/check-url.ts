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
  // Nothing is sent to the host.
  await limitConnectionTest(services, user, { host: null, perWorkspace: connectionChanges })
  const { outboundNetworks } = services.settings
  const { address } = await resolve(new URL(url).hostname, outboundNetworks)
  if (!isEncryptedOrLocal(url, { address, outboundNetworks })) throw new PhoneError('WEBHOOK_NOT_ENCRYPTED')
}

/** Returns whether requests to a URL are encrypted, or remain in a network that the operator has allowed. */
export function isEncryptedOrLocal(
  url: string,
  { address, outboundNetworks }: { readonly address: string; readonly outboundNetworks: readonly string[] },
): boolean {
  if (new URL(url).protocol === 'https:') return true
  return isIP(address) !== 0 && createIpRanges(outboundNetworks).has(address)
}

async function resolve(host: string, allowedNetworks: readonly string[]): Promise<PinnedAddress> {
  try {
    return await resolveAllowedAddress(host, { allowedNetworks })
  } catch (error) {
    if (!(error instanceof BlockedHostError)) throw error
    throw new PhoneError(error.reason === 'not-found' ? 'WEBHOOK_HOST_NOT_FOUND' : 'WEBHOOK_HOST_NOT_ALLOWED')
  }
}
