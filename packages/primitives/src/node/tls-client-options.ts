import { DEFAULT_CIPHERS } from 'node:tls'

/**
 * Options of TLS clients that connect to servers of users. A server chooses the parameters of finite-field
 * Diffie-Hellman, and a modulus of 10,000 bits occupies the event loop of the client for 0.8 s, before any
 * certificate is verified. All servers that support it support elliptic curves, too.
 */
export const tlsClientOptions = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE:!aDH`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
} as const
