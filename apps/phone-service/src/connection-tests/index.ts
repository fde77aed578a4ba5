import { PhoneError } from '@parley/contract/phone'
import { canonicalIp } from '@parley/primitives/node'
import { BlockedHostError, type RateLimit, resolveAllowedAddress, toNetworkKey } from '@parley/server'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

const dayMs = 24 * 60 * 60_000

/** A user may administer many workspaces. */
const perUser: RateLimit = { name: 'phone-connection-tests-by-user', attempts: 20, windowMs: 600_000 }
const perUserAndDay: RateLimit = {
  name: 'phone-connection-tests-by-user-in-a-day',
  attempts: 100,
  windowMs: dayMs,
}
/** All users together: its operator sees the address of this installation. */
const perHost: RateLimit = { name: 'phone-connection-tests-by-host', attempts: 30, windowMs: 600_000 }

/** Changes of the servers of a workspace: what waits is sent through the new one. */
export const connectionChanges: RateLimit = {
  name: 'phone-connection-changes',
  attempts: 10,
  windowMs: 600_000,
}

/**
 * Counts a connection to a server that an administrator names, with credentials of their choice: it must serve neither to
 * guess passwords nor to scan ports.
 *
 * @param host a name or an IP address; null for a change that sends nothing to it
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function limitConnectionTest(
  services: Pick<Services, 'rateLimits' | 'settings'>,
  { userId, workspaceId }: CurrentUser,
  { host, perWorkspace }: { readonly host: string | null; readonly perWorkspace: RateLimit },
): Promise<void> {
  const verdict = await services.rateLimits.consumeAll([
    { limit: perWorkspace, key: workspaceId },
    { limit: perUser, key: userId },
    { limit: perUserAndDay, key: userId },
    ...(host === null ? [] : [{ limit: perHost, key: await findAddress(services, host) }]),
  ])
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/** Returns the address of a host, or its name when it has no address that Parley may connect to. Many names can lead to one address. */
async function findAddress({ settings }: Pick<Services, 'settings'>, host: string): Promise<string> {
  try {
    const { address } = await resolveAllowedAddress(host, { allowedNetworks: settings.outboundNetworks })
    return toNetworkKey(canonicalIp(address))
  } catch (error) {
    if (error instanceof BlockedHostError) return host.toLowerCase()
    throw error
  }
}
