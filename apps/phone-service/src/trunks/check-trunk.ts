import { BlockList, isIP } from 'node:net'
import { PhoneError } from '@parley/contract/phone'
import { OutboundRefused, pinAddress } from '@parley/server'
import { findLimits, freshLimits } from '../limits/index.ts'
import { understandNumber } from '../numbering/index.ts'
import type { Services } from '../services.ts'
import type { TrunkFields } from './trunks.ts'

/** Trunks on this machine are for trying things out: allowed while nobody else can reach our SIP either. */
const loopbackNetworks = ['127.0.0.0/8', '::1/128']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address or a name is of this machine alone. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (address === 'localhost') return true
  return isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
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
  const allowedNetworks = [...settings.outboundNetworks, ...(staysLocal ? loopbackNetworks : [])]
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
