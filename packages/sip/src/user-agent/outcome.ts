import type { EndpointFilter } from './endpoint-filter.ts'

/**
 * Why a call, ping or registration failed.
 *
 * - `response`: the peer sent a failure response.
 * - `timeout`: no response (status 408); another target may work.
 * - `transport`: no connection, or no address to connect to (status 503); another target may work.
 * - `forbidden`: {@link EndpointFilter} forbids the last endpoint that was left (status 503); nothing was
 *   sent to it.
 * - `no-answer`: the call was not answered within `ringTimeoutMs`, or a re-INVITE only got provisional responses
 *   (status 408).
 * - `cancelled`: we hung up before the call was answered (status 487), or the call ended before the response
 *   (status 481).
 */
export type FailureCause = 'response' | 'timeout' | 'transport' | 'forbidden' | 'no-answer' | 'cancelled'

export interface Refusal {
  readonly cause: FailureCause
  /** SIP status, 300 to 699; below 300 when a registrar has accepted a registration without our address. */
  readonly status: number
  /** Reason phrase of the response, or a description of the failure. */
  readonly reason: string
  /** Text of the Warning field (RFC 3261, 20.43), when there is one. */
  readonly warning: string | null
  /** Q.850 cause of the Reason field (RFC 3326), when there is one. */
  readonly q850Cause: number | null
  /** Text of the Reason field (RFC 3326), when there is one. */
  readonly reasonText: string | null
  /** Retry-After, in seconds (RFC 3261, 20.33). */
  readonly retryAfterSeconds: number | null
  /** Contacts of a 3xx. They are not called automatically. */
  readonly contacts: readonly string[]
}

export type Outcome =
  | { readonly ok: true; readonly status: number; readonly roundTripMs: number }
  | ({ readonly ok: false } & Refusal)
