import type { Protocol } from './flow.ts'

/** One place to listen on. */
export interface Listen {
  readonly protocol: Protocol
  /** An address of this machine; `0.0.0.0` or `::` for all of them. */
  readonly host: string
  /** 0 takes any free port; {@link UserAgent.addresses} tells which. */
  readonly port: number
  /** PEM texts. Required for `tls`. With `ca`, callers must show a certificate that it signed. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca?: string }
}

/** How certificates of the peers we connect to are judged. The certificate must name the host of the SIP URI. */
export interface TlsClientOptions {
  /** PEM text of the authorities to trust instead of the system's. */
  readonly ca?: string
  /** PEM texts of our own certificate, for peers that ask for one. */
  readonly key?: string
  readonly cert?: string
  /** What to do with a peer whose certificate cannot be verified. `reject` by default. */
  readonly unverified?: 'reject' | 'accept'
}
