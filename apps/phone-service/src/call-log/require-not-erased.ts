import { PhoneError } from '@parley/contract/phone'
import type { StoredCall } from './records/index.ts'

/**
 * Checks that a call, which the transaction has locked, was not erased. A page that was opened before would otherwise
 * save the text again that it shows.
 *
 * @throws {PhoneError} `CALL_ERASED`
 */
export function requireNotErased({ erasedAt }: StoredCall): void {
  if (erasedAt) throw new PhoneError('CALL_ERASED')
}
