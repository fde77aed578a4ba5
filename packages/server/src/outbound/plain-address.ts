/** An IPv4 address in its IPv6 form (RFC 4291 2.5.5.2) is the IPv4 address; anything else is what it is. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
