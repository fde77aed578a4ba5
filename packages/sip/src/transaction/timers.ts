/** RFC 3261, table 4: what the timers A to K are made of. Milliseconds. */
export interface TimerSettings {
  /** Estimate of the round trip. */
  readonly t1: number
  /** Longest wait between retransmissions of a non-INVITE request or an INVITE response. */
  readonly t2: number
  /** How long a message may live in the network. */
  readonly t4: number
  /** Timer D: how long an INVITE client transaction absorbs repeated refusals over UDP. */
  readonly timerD: number
  /** Timer B: how long an INVITE waits for any answer at all. 64 times T1 when left out. */
  readonly timerB?: number
}

export const defaultTimers: TimerSettings = {
  t1: 500,
  t2: 4_000,
  t4: 5_000,
  timerD: 32_000,
}
