import type { ResponseOf } from '@parley/contract'
import type { blockedNumbers } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import { saveAnonymousCallers } from './anonymous-callers.ts'

type SetAnonymousCallers = typeof blockedNumbers.setAnonymousCallers

export async function setAnonymousCallers(
  _services: object,
  { user, body, transaction }: PhoneRequest<SetAnonymousCallers>,
): Promise<ResponseOf<SetAnonymousCallers>> {
  const { workspaceId } = user
  await transaction(async (changes) => {
    await saveAnonymousCallers(changes, workspaceId, body.areBlocked)
    await changes.audit('anonymous_callers.updated', { type: 'workspace', id: workspaceId }, body)
  })
  return { success: true }
}
