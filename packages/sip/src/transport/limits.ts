/** What one peer may cost us. */
export interface Limits {
  /** Longest message, start line and body together. */
  readonly messageBytes: number
  readonly headerFields: number
  /** Server transactions open at once, for all peers and for one address. More are answered 503. */
  readonly transactions: number
  readonly transactionsPerPeer: number
  /** Connections that peers opened, for all and for one address. More are closed at once. */
  readonly connections: number
  readonly connectionsPerPeer: number
  /** The same for connections from addresses that are not known, while no request on them was accepted. */
  readonly unknownConnections: number
  readonly unknownConnectionsPerPeer: number
  /** How long such a connection may stay open. */
  readonly unknownConnectionMs: number
  /** A message that has begun on a connection must be whole within this time. */
  readonly messageMs: number
  /** A connection on which nothing arrives for this long is closed. */
  readonly idleMs: number
  /** RFC 5626 pings on connections that we opened. */
  readonly keepAliveMs: number
}

export const defaultLimits: Limits = {
  messageBytes: 65_535,
  headerFields: 256,
  transactions: 10_000,
  transactionsPerPeer: 2_000,
  connections: 1_000,
  connectionsPerPeer: 50,
  unknownConnections: 100,
  unknownConnectionsPerPeer: 10,
  unknownConnectionMs: 10_000,
  messageMs: 15_000,
  idleMs: 15 * 60_000,
  keepAliveMs: 60_000,
}
