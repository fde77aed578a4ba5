const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Of HMAC-SHA-1, as RFC 4226 recommends. */
const secretBytes = 20

/** Creates the secret of a new second factor. */
export function createTotpSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(secretBytes))
}

/** Returns bytes in Base32 (RFC 4648) without padding, as authenticator apps expect them. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Returns the URI of a secret that authenticator apps read from a QR code. */
export function toOtpAuthUri(
  secret: Uint8Array,
  { issuer, account }: { issuer: string; account: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
