import type { LeaveReason } from '@parley/call-engine'
import type { EndReason } from '@parley/contract/phone'

/** Maps the leave reasons of the engine to the end reasons of a call. */
export const endReasons: Record<LeaveReason, EndReason> = {
  'hung-up': 'hung-up',
  removed: 'removed',
  transferred: 'hung-up',
  busy: 'busy',
  'not-answered': 'no-answer',
  refused: 'rejected',
  forbidden: 'forbidden',
  'number-unknown': 'number-unknown',
  'number-incomplete': 'number-incomplete',
  unreachable: 'trunk-down',
  'trunk-refused-password': 'trunk-refused-password',
  'media-lost': 'media-lost',
  'media-incompatible': 'media-incompatible',
  merged: 'merged',
  played: 'hung-up',
  interrupted: 'hung-up',
  failed: 'failed',
}
