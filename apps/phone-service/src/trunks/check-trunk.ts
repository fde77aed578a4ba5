import { PhoneError } from '@parley/contract/phone'
import { isLoopback, loopbackNetworks, OutboundRefused, pinAddress } from '@parley/server'
import { findLimits, freshLimits } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import type { TrunkFields } from './trunks.ts'

/**
 * Networks in CIDR notation that a trunk may lie in although they are private: also those of this machine, for trying
 * things out, while nobody else can reach our SIP either.
 */
export function trunkNetworks(sipHost: string, outboundNetworks: readonly string[]): readonly string[] {
  return isLoopback(sipHost) ? [...outboundNetworks, ...loopbackNetworks] : outboundNetworks
}

/**
 * Refuses a trunk that this server would not or could not call.
 *
 * @throws {PhoneError} `TRUNK_HOST_NOT_FOUND`, `TRUNK_HOST_NOT_ALLOWED`, `TRUNK_NEEDS_PUBLIC_HOST`
 */
export async function checkTrunkHosts(
  tools: Pick<Services, 'settings'>,
  { host, outboundProxy }: Pick<TrunkFields, 'host' | 'outboundProxy'>,
): Promise<void> {
  for (const name of [host, outboundProxy]) if (name !== null) await checkHost(tools, name)
}

async function checkHost({ settings }: Pick<Services, 'settings'>, host: string): Promise<void> {
  const staysLocal = isLoopback(settings.sipHost)
  const allowedNetworks = trunkNetworks(settings.sipHost, settings.outboundNetworks)
  try {
    const { address } = await pinAddress(host, { allowedNetworks })
    // Beyond this machine, a trunk would send calls and audio to an address that only this machine knows.
    if (staysLocal && !isLoopback(address)) throw new PhoneError('TRUNK_NEEDS_PUBLIC_HOST')
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    if (error.reason === 'not-found') throw new PhoneError('TRUNK_HOST_NOT_FOUND', { host })
    if (staysLocal) throw new PhoneError('TRUNK_NEEDS_PUBLIC_HOST')
    throw new PhoneError('TRUNK_HOST_NOT_ALLOWED', { host })
  }
}

/**
 * The numbers of a trunk in E.164, each once.
 *
 * @throws {PhoneError} `NUMBER_NOT_UNDERSTOOD`
 */
export async function readTrunkNumbers(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  workspaceId: string,
  typed: readonly string[],
): Promise<string[]> {
  const { homeCountry } = await findLimits(database, workspaceId, freshLimits(settings.homeCountry))
  const numbers = typed.map((text) => {
    const understood = understandNumber(text, homeCountry)
    if (understood.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed: text })
    return understood.number
  })
  return [...new Set(numbers)]
}
