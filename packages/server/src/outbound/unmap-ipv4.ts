/** Converts an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) to IPv4. Returns other text unchanged. */
export function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
