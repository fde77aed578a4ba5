import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/**
 * Resolves the public IP address of this machine: SDP and ICE candidates contain addresses, not names.
 *
 * @throws {Error} the name does not resolve.
 */
export async function resolvePublicAddress(host: string): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return bare
  const found = await lookup(bare).catch((cause) => {
    throw new Error(`The public SIP host ${host} does not resolve.`, { cause })
  })
  return found.address
}
