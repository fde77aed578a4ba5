export type Protocol = 'udp' | 'tcp' | 'tls'

/** The remote endpoint of a datagram or connection. */
export interface RemoteEndpoint {
  readonly protocol: Protocol
  /** IPv4 or IPv6 address, without brackets. */
  readonly address: string
  readonly port: number
}

/** A flow to a peer (RFC 5626): a connection, or our UDP socket with one remote endpoint. */
export interface Flow {
  readonly protocol: Protocol
  /** True for TCP and TLS: nothing is retransmitted on it; RFC 3261, section 17. */
  readonly reliable: boolean
  readonly remote: RemoteEndpoint
  /** Our endpoint as the peer can reach it: for Via and Contact. */
  readonly local: { readonly host: string; readonly port: number }
  /** The name for which the certificate of the peer is valid; null if none was verified. */
  readonly serverName: string | null
  readonly open: boolean
  /** Whether the peer of a connection is known, see {@link Flow.markKnown}. False for UDP. */
  readonly isKnown: boolean
  /** Returns the flow to another port of the peer. A connection returns itself. */
  withPort(port: number): Flow
  /**
   * Calls `listener` once when a connection is closed; never for UDP. Returns a function that removes the
   * listener.
   */
  onClosed(listener: () => void): () => void
  /**
   * Called when a request that arrived by this flow is accepted: a connection from an unknown address then
   * stays open.
   */
  markKnown(): void
  /** Rejects when the bytes could not be passed to the operating system. */
  send(bytes: Uint8Array): Promise<void>
}

/** A server over TLS, at the IP address of the connection on which its certificate was verified. */
export type VerifiedServer = {
  /** The name for which its certificate is valid. */
  readonly name: string
  readonly address: string
}

/** Returns the server at the other end of a flow; null if no certificate was verified. */
export function toVerifiedServer({ serverName: name, remote: { address } }: Flow): VerifiedServer | null {
  return name === null ? null : { name, address }
}

/**
 * Returns whether a message that arrived by `flow` may belong to a dialog or transaction of `established`. What
 * began over TLS continues over TLS only: a third party cannot read its identifiers there.
 */
export function mayContinue(established: Flow, flow: Flow): boolean {
  return established.protocol !== 'tls' || flow.protocol === 'tls'
}
