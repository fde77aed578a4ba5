import type { ResponseOf } from '@parley/contract'
import { type blockedNumbers, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import { deleteBlocked, workspaceScope } from './blocked-numbers.ts'
import { serializeBlockedNumber } from './serialize-blocked-number.ts'

type UnblockNumber = typeof blockedNumbers.unblockNumber

/** Unblocks a number of the user or, as an administrator, of the workspace. */
export async function unblockNumber(
  _services: object,
  { user, params, transaction }: PhoneRequest<UnblockNumber>,
): Promise<ResponseOf<UnblockNumber>> {
  const scopes = user.isPhoneAdmin ? [workspaceScope, user.userId] : [user.userId]
  await transaction(async (changes) => {
    const { workspaceId } = user
    const deleted = await deleteBlocked(changes, { workspaceId, id: params.number, scopes })
    if (!deleted) throw new PhoneError('BLOCKED_NUMBER_NOT_FOUND')
    const { number, scope } = serializeBlockedNumber(deleted)
    await changes.audit('number.unblocked', { type: 'blocked_number', id: deleted.id }, { number, scope })
  })
  return { success: true }
}
