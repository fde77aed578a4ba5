import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/**
 * The address that others reach this machine by: session descriptions and ICE candidates hold addresses, not names.
 *
 * @throws {Error} the name leads nowhere.
 */
export async function publicAddressOf(host: string): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return bare
  const found = await lookup(bare).catch((cause) => {
    throw new Error(`The public SIP host ${host} leads nowhere.`, { cause })
  })
  return found.address
}
