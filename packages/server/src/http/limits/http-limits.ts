/** The limits of what clients of one HTTP server may occupy. */
export interface HttpLimits {
  /** From the first byte of a request, or from the connection, to the end of the headers. */
  readonly headersTimeoutMs: number
  /** From the same moment to the end of the body. */
  readonly requestTimeoutMs: number
  /** How long a connection may stay without a byte in either direction. Does not apply to the live socket. */
  readonly idleTimeoutMs: number
  /** How long a response in memory may wait without progress, twice as long once a part has been sent. */
  readonly stalledResponseTimeoutMs: number
  /** Average rate at which a client must read a response in memory, in addition to the time above. */
  readonly minResponseBytesPerSecond: number
  /** Maximum of all responses in memory. The oldest ones are ended for newer ones. */
  readonly maxUnsentBytes: number
  /** Maximum of those of one user, whose oldest ones are ended first. */
  readonly maxUnsentBytesPerUser: number
  /** Limited operations of one user that run at the same time in this process. */
  readonly maxRunningPerUser: number
  /** Operations of a group of clients, such as the projects of an owner, that run at the same time in this process. */
  readonly maxRunningPerGroup: number
  /** How long an operation waits for others of its user, and then for others of its group. */
  readonly userQueueTimeoutMs: number
  /** How long a response that waits for its client counts as a running operation of its user. */
  readonly unsentResponseCountsMs: number
  /** An operation that begins later after the authentication of its client is authenticated again. */
  readonly maxAuthenticationAgeMs: number
  /** Maximum of all bodies above the default size that are in memory, each until its response has been sent. */
  readonly maxLargeBodyBytes: number
  /** Maximum of those of a client, and of those of a group of clients such as a workspace. */
  readonly maxLargeBodyBytesPerClient: number
  /** Maximum of those from a network, an IPv4 address or an IPv6 /48, with any number of accounts. */
  readonly maxLargeBodyBytesPerNetwork: number
  /** Rate at which a client must send such a body, in each interval of `bodySpeedCheckMs`. */
  readonly minBodyBytesPerSecond: number
  readonly bodySpeedCheckMs: number
  /** How often the first two timeouts are checked. */
  readonly timeoutCheckIntervalMs: number
  readonly maxConnections: number
  /** Maximum of a network: an IPv4 address or an IPv6 /64. A /48 has 16 times as many. */
  readonly maxConnectionsPerNetwork: number
}

export const defaultHttpLimits: HttpLimits = {
  headersTimeoutMs: 30_000,
  requestTimeoutMs: 60_000,
  // Longer than the slowest operation: an AI model may take 120 s to respond.
  idleTimeoutMs: 150_000,
  stalledResponseTimeoutMs: 30_000,
  // Half of a slow mobile connection (EDGE).
  minResponseBytesPerSecond: 8 * 1024,
  maxUnsentBytes: 128 * 1024 * 1024,
  // More than four of the largest responses.
  maxUnsentBytesPerUser: 32 * 1024 * 1024,
  maxRunningPerUser: 4,
  maxRunningPerGroup: 10,
  userQueueTimeoutMs: 10_000,
  unsentResponseCountsMs: 2_000,
  maxAuthenticationAgeMs: 1_000,
  // Both services run in one process.
  maxLargeBodyBytes: 64 * 1024 * 1024,
  // One of the largest bodies, which is a file of contacts, or two uploads of audio.
  maxLargeBodyBytesPerClient: 16 * 1024 * 1024,
  maxLargeBodyBytesPerNetwork: 32 * 1024 * 1024,
  minBodyBytesPerSecond: 16 * 1024,
  bodySpeedCheckMs: 5_000,
  timeoutCheckIntervalMs: 5_000,
  maxConnections: 10_000,
  maxConnectionsPerNetwork: 200,
}
