import type { Migration } from '@parley/server'
import { firstRooms } from './0001-first-rooms.ts'
import { wideAccounts } from './0002-wide-accounts.ts'
import { permissions } from './0003-permissions.ts'
import { secondFactors } from './0004-second-factors.ts'
import { oauth } from './0005-oauth.ts'
import { emails } from './0006-emails.ts'
import { webhooks } from './0007-webhooks.ts'
import { apiKeys } from './0008-api-keys.ts'
import { auditChain } from './0009-audit-chain.ts'
import { counters } from './0010-counters.ts'
import { images } from './0011-images.ts'
import { aiChat } from './0012-ai-chat.ts'
import { attemptsOfCodes } from './0013-attempts-of-codes.ts'
import { counterChanges } from './0015-counter-changes.ts'
import { boundedMemory } from './0017-bounded-memory.ts'
import { strictPhone } from './0018-strict-phone.ts'
import { pictures } from './0019-pictures.ts'
import { creatorsOfKeys } from './0020-creators-of-keys.ts'
import { knownDevices } from './0021-known-devices.ts'

export { insertWhere } from './insert-where.ts'
export { lockUser } from './lock-user.ts'
export { longestList } from './longest-list.ts'
export { accountsSchema } from './schema.ts'
export type { AccountTables, AsJson, Database } from './tables.ts'
export { isViolationOf } from './violations.ts'

export const accountMigrations: readonly Migration[] = [
  firstRooms,
  wideAccounts,
  permissions,
  secondFactors,
  oauth,
  emails,
  webhooks,
  apiKeys,
  auditChain,
  counters,
  images,
  aiChat,
  attemptsOfCodes,
  counterChanges,
  boundedMemory,
  strictPhone,
  pictures,
  creatorsOfKeys,
  knownDevices,
]
