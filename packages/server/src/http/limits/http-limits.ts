/** The limits of what clients of one HTTP server may occupy. */
export interface HttpLimits {
  /** From the first byte of a request, or from the connection, to the end of the headers. */
  readonly headersTimeoutMs: number
  /** From the same moment to the end of the body. */
  readonly requestTimeoutMs: number
  /** How long a connection may stay without a byte in either direction. Does not apply to the live socket. */
  readonly idleTimeoutMs: number
  /** How often the first two timeouts are checked. */
  readonly timeoutCheckIntervalMs: number
  readonly maxConnections: number
  /** Maximum of a network: an IPv4 address or an IPv6 /64. */
  readonly maxConnectionsPerNetwork: number
}

export const defaultHttpLimits: HttpLimits = {
  headersTimeoutMs: 30_000,
  requestTimeoutMs: 60_000,
  // Longer than the slowest operation: an AI model may take 120 s to respond.
  idleTimeoutMs: 150_000,
  timeoutCheckIntervalMs: 5_000,
  maxConnections: 10_000,
  maxConnectionsPerNetwork: 200,
}
