import type { PhoneHandlers } from '../request-context/index.ts'
import { blockNumber } from './block-number.ts'
import { listBlockedNumbers } from './list-blocked-numbers.ts'
import { setAnonymousCallers } from './set-anonymous-callers.ts'
import { unblockNumber } from './unblock-number.ts'

export { deleteAnonymousCallers } from './anonymous-callers.ts'
export { countBlockings, deleteBlockedNumbers, deleteBlockedNumbersOfUser } from './blocked-numbers.ts'
export { isCallerBlocked } from './is-caller-blocked.ts'

export const blockedCallerHandlers = {
  'GET /blocked-numbers': listBlockedNumbers,
  'POST /blocked-numbers': blockNumber,
  'DELETE /blocked-numbers/{number}': unblockNumber,
  'PUT /blocked-numbers/anonymous-callers': setAnonymousCallers,
} satisfies Partial<PhoneHandlers>
