import type { Refusal } from '@parley/sip'
import type { LeaveReason } from '../../conference-event.ts'
import type { PhoneNumber } from '../../identifiers.ts'
import type { SipResponse } from '../../trunk.ts'
import { parseDialTarget } from './dial-target.ts'

/** Maps a failed call to the leave reason shown to users. */
export function toLeaveReason(refusal: Refusal): { reason: LeaveReason; sipAnswer: SipResponse | null } {
  switch (refusal.cause) {
    case 'cancelled':
      return { reason: 'removed', sipAnswer: null }
    case 'no-answer':
      return { reason: 'not-answered', sipAnswer: null }
    case 'timeout':
    case 'transport':
    case 'forbidden':
      return { reason: 'unreachable', sipAnswer: null }
    case 'response':
      return {
        reason: statusToLeaveReason(refusal.status),
        sipAnswer: { code: refusal.status, phrase: refusal.reason },
      }
  }
}

/** Returns the number to which a response (3xx) redirects a call, or null. */
export function getRedirectionTarget({ cause, status, contacts: [target] }: Refusal): PhoneNumber | null {
  return cause === 'response' && status < 400 && target ? parseDialTarget(target) : null
}

/** RFC 3261, section 21, with the PSTN mapping of RFC 3398, 8.2.6.1. */
function statusToLeaveReason(status: number): LeaveReason {
  switch (status) {
    case 486:
    case 600:
      return 'busy'
    case 408:
    case 480:
    case 487:
      return 'not-answered'
    case 404:
    case 410:
    case 604:
      return 'number-unknown'
    case 484:
      return 'number-incomplete'
    case 401:
    case 407:
      return 'trunk-refused-password'
    case 403:
      return 'forbidden'
    case 603:
    case 607:
    case 608:
      return 'refused'
    case 488:
    case 606:
      return 'media-incompatible'
    case 502:
    case 503:
    case 504:
      return 'unreachable'
    default:
      return 'failed'
  }
}
