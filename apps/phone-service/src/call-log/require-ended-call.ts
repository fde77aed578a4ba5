import { PhoneError } from '@parley/contract/phone'
import type { StoredCall } from './records/index.ts'

/**
 * Checks that a call without a session on this node has ended. An active call is controlled by the node that
 * runs it.
 *
 * @throws {PhoneError} `CALL_ON_OTHER_SERVER`
 */
export function requireEndedCall({ state }: StoredCall): void {
  if (state.phase !== 'ended') throw new PhoneError('CALL_ON_OTHER_SERVER')
}
