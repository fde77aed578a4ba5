import { isIP } from 'node:net'
import { checkServerIdentity, createServer } from 'node:tls'
import { tlsClientOptions } from '@parley/primitives/node'
import type { Endpoint } from '../dns/locate.ts'
import type { Listen, TlsClientOptions } from './listen.ts'

/** Time for a handshake, and for the connection before it. */
export const connectTimeoutMs = 8_000

/** Creates a server that accepts TLS connections. */
export function createTlsListener({ tls }: Listen) {
  if (!tls) throw new RangeError('A TLS listener needs a key and a certificate')
  const { key, cert, ca } = tls
  const clientAuthentication = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true }
  return createServer({
    key,
    cert,
    minVersion: 'TLSv1.2',
    handshakeTimeout: connectTimeoutMs,
    ...clientAuthentication,
  })
}

/**
 * The certificate must be valid for the host of the URI, not for the names in its DNS records; RFC 5922,
 * section 4.
 */
export function tlsClientSettings(
  { address, port, serverName }: Endpoint,
  { ca, key, cert, unverified }: TlsClientOptions,
) {
  return {
    ...tlsClientOptions,
    host: address,
    port,
    ca,
    key,
    cert,
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: unverified !== 'accept',
    servername: isIP(serverName) ? undefined : serverName,
    checkServerIdentity: (_host: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      unverified === 'accept' ? undefined : checkServerIdentity(serverName, certificate),
  }
}
