/** Resource limits. */
export interface Limits {
  /** Maximum size of a message, from start line to body. */
  readonly messageBytes: number
  readonly headerFields: number
  /**
   * Concurrent server transactions, in total and of the peers of one owner. Further requests get 503, but not
   * BYE. When there are more than `transactions`, each owner may have an equal part of them, so that no
   * others can take all.
   */
  readonly transactions: number
  readonly transactionsPerOwner: number
  /** The same for the requests of one dialog. A BYE is accepted nevertheless. */
  readonly transactionsPerDialog: number
  /** Connections opened by peers, in total and per IP address. Further ones are closed immediately. */
  readonly connections: number
  readonly connectionsPerPeer: number
  /** The same for connections from unknown addresses on which no request was accepted. */
  readonly unknownConnections: number
  readonly unknownConnectionsPerPeer: number
  /** How long such a connection may stay open. */
  readonly unknownConnectionMs: number
  /** Time limit for a message that has arrived partially. */
  readonly messageMs: number
  /** A connection on which nothing arrives for this long is closed. */
  readonly idleMs: number
  /** A connection to a peer that has not read this much is closed. */
  readonly unreadBytes: number
  /** Interval of RFC 5626 pings on connections that we opened. */
  readonly keepAliveMs: number
}

export const defaultLimits: Limits = {
  messageBytes: 65_535,
  headerFields: 256,
  transactions: 10_000,
  transactionsPerOwner: 2_000,
  transactionsPerDialog: 200,
  connections: 1_000,
  connectionsPerPeer: 50,
  unknownConnections: 100,
  unknownConnectionsPerPeer: 10,
  unknownConnectionMs: 10_000,
  messageMs: 15_000,
  idleMs: 15 * 60_000,
  unreadBytes: 1_048_576,
  keepAliveMs: 60_000,
}
