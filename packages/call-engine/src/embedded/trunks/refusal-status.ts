import type { RejectReason } from '../../port.ts'

/** The SIP status of a rejected incoming call. */
export const refusalStatus: Readonly<Record<RejectReason, number>> = {
  declined: 603,
  busy: 486,
  'not-answered': 480,
  'number-unknown': 404,
  'not-now': 480,
  suspended: 503,
}

/** Retry-After of calls that get 503. */
export const retryAfterSeconds = 10
