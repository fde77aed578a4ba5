import { PhoneError } from '@parley/contract/phone'
import { isLoopback, loopbackNetworks } from '@parley/primitives/node'
import { BlockedHostError, resolveAllowedAddress } from '@parley/server'
import { getOrCreateLimits } from '../limits/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import type { Services } from '../services.ts'
import type { TrunkFields } from './records/index.ts'

/**
 * Returns the private networks in CIDR notation in which trunks are allowed. Loopback is included while our
 * SIP user agent is reachable on loopback only, for local tests.
 */
export function trunkNetworks(sipHost: string, outboundNetworks: readonly string[]): readonly string[] {
  return isLoopback(sipHost) ? [...outboundNetworks, ...loopbackNetworks] : outboundNetworks
}

/**
 * Checks that this server may and can call the hosts of a trunk.
 *
 * @throws {PhoneError} `TRUNK_HOST_NOT_FOUND`, `TRUNK_HOST_NOT_ALLOWED`, `TRUNK_NEEDS_PUBLIC_HOST`
 */
export async function checkTrunkHosts(
  deps: Pick<Services, 'settings'>,
  { host, outboundProxy }: Pick<TrunkFields, 'host' | 'outboundProxy'>,
): Promise<void> {
  for (const name of [host, outboundProxy]) if (name !== null) await checkHost(deps, name)
}

async function checkHost({ settings }: Pick<Services, 'settings'>, host: string): Promise<void> {
  const staysLocal = isLoopback(settings.sipHost)
  const allowedNetworks = trunkNetworks(settings.sipHost, settings.outboundNetworks)
  try {
    const { address } = await resolveAllowedAddress(host, { allowedNetworks })
    // A trunk on another machine would send calls and audio to a loopback address.
    if (staysLocal && !isLoopback(address)) throw new PhoneError('TRUNK_NEEDS_PUBLIC_HOST')
  } catch (error) {
    if (!(error instanceof BlockedHostError)) throw error
    if (error.reason === 'not-found') throw new PhoneError('TRUNK_HOST_NOT_FOUND', { host })
    if (staysLocal) throw new PhoneError('TRUNK_NEEDS_PUBLIC_HOST')
    throw new PhoneError('TRUNK_HOST_NOT_ALLOWED', { host })
  }
}

/**
 * Returns the numbers of a trunk in E.164, without duplicates.
 *
 * @throws {PhoneError} `NUMBER_NOT_UNDERSTOOD`
 */
export async function parseTrunkNumbers(
  services: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
  typed: readonly string[],
): Promise<string[]> {
  const { homeCountry } = await getOrCreateLimits(services, workspaceId)
  const numbers = typed.map((text) => {
    const parsed = parseNumber(text, homeCountry)
    if (parsed.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed: text })
    return parsed.number
  })
  return [...new Set(numbers)]
}
