import type { Protocol } from './flow.ts'

/** A local endpoint to listen on. */
export interface Listen {
  readonly protocol: Protocol
  /** An address of this machine; `0.0.0.0` or `::` for all of them. */
  readonly host: string
  /** 0 for any free port, see {@link UserAgent.addresses}. */
  readonly port: number
  /** PEM. Required for `tls`. With `ca`, peers must present a certificate that it signed. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string }
}

/** How certificates of TLS servers are verified. A certificate must be valid for the host of the SIP URI. */
export interface TlsClientOptions {
  /** PEM of the certificate authorities to trust instead of the default ones. */
  readonly ca?: string
  /** PEM of our client certificate, for peers that request one. */
  readonly key?: string
  readonly cert?: string
  /** Whether a certificate that cannot be verified is accepted. `reject` by default. */
  readonly unverified?: 'reject' | 'accept'
}
