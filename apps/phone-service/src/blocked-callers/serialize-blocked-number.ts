import type { blockedNumbers } from '@parley/contract/phone'
import { type StoredBlockedNumber, workspaceScope } from './blocked-numbers.ts'

export function serializeBlockedNumber(blocked: StoredBlockedNumber): blockedNumbers.BlockedNumber {
  return {
    id: blocked.id,
    number: blocked.number,
    scope: blocked.scope === workspaceScope ? 'workspace' : 'own',
    blockedByName: blocked.blockedByName,
    blockedAt: blocked.createdAt.getTime(),
  }
}
