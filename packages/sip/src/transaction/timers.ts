/** The base values of the timers A to K, in milliseconds; RFC 3261, table 4. */
export interface TimerSettings {
  /** Estimate of the round-trip time. */
  readonly t1: number
  /** Maximum interval between retransmissions of a non-INVITE request or an INVITE response. */
  readonly t2: number
  /** Maximum lifetime of a message in the network. */
  readonly t4: number
  /** Timer D: how long an INVITE client transaction absorbs retransmitted final responses over UDP. */
  readonly timerD: number
  /** Timer B: how long an INVITE waits for the first response. 64 * T1 by default. */
  readonly timerB?: number
}

export const defaultTimers: TimerSettings = {
  t1: 500,
  t2: 4_000,
  t4: 5_000,
  timerD: 32_000,
}
