export type Protocol = 'udp' | 'tcp' | 'tls'

/** The other end of a datagram or connection. */
export interface Remote {
  readonly protocol: Protocol
  /** IPv4 or IPv6 address, without brackets. */
  readonly address: string
  readonly port: number
}

/** A way to a peer: a connection, or our UDP socket with one remote address. */
export interface Flow {
  readonly protocol: Protocol
  /** True for TCP and TLS: nothing is retransmitted on it; RFC 3261, section 17. */
  readonly reliable: boolean
  readonly remote: Remote
  /** Our end, as a peer can reach it: for Via and Contact. */
  readonly local: { readonly host: string; readonly port: number }
  readonly open: boolean
  /** The same way to another port of the peer. A connection has only one. */
  atPort(port: number): Flow
  /** Tells once when a connection is gone. A UDP flow never is. Returns how to stop listening. */
  onClosed(listener: () => void): () => void
  /** Called when a request that arrived by this flow is accepted: a connection from an unknown address then stays open. */
  markKnown(): void
  /** Rejects when the bytes could not be handed to the network. */
  send(bytes: Uint8Array): Promise<void>
}
