import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type blockedNumbers, PhoneError } from '@parley/contract/phone'
import { getOrCreateLimits } from '../limits/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import { findPersonalNumberOwner } from '../numbers/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listTrunkNumbers } from '../trunks/index.ts'
import { isVerified } from '../verified-numbers/index.ts'
import {
  countBlocked,
  findBlocked,
  insertBlocked,
  type StoredBlockedNumber,
  workspaceScope,
} from './blocked-numbers.ts'
import { serializeBlockedNumber } from './serialize-blocked-number.ts'

type BlockNumber = typeof blockedNumbers.blockNumber

/** The complete list is read and sent at a time. */
const maxBlockedNumbers = { workspace: 1_000, own: 200 }

/** Blocks a number for the workspace or for the user. A number that is blocked already stays as it is. */
export async function blockNumber(
  services: Pick<Services, 'database' | 'settings' | 'now'>,
  { user, body, transaction }: PhoneRequest<BlockNumber>,
): Promise<ResponseOf<BlockNumber>> {
  const { database, now } = services
  const { workspaceId, userId } = user
  if (body.scope === 'workspace' && !user.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  const limits = await getOrCreateLimits(services, workspaceId)
  const parsed = parseNumber(body.number, limits.homeCountry)
  if (parsed.kind !== 'number') throw new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed: body.number })
  const { number } = parsed
  await requireOutsideNumber(database, workspaceId, number)

  const blocked: StoredBlockedNumber = {
    id: randomUUID(),
    workspaceId,
    scope: body.scope === 'workspace' ? workspaceScope : userId,
    number,
    blockedBy: userId,
    blockedByName: user.displayName,
    createdAt: now(),
  }
  return await transaction(async (changes) => {
    const count = await countBlocked(changes, blocked)
    const existing = await findBlocked(changes, blocked)
    if (existing) return serializeBlockedNumber(existing)
    const limit = maxBlockedNumbers[body.scope]
    if (count >= limit) throw new PhoneError('BLOCKED_NUMBER_LIMIT', { limit })
    await insertBlocked(changes, blocked)
    const subject = { type: 'blocked_number', id: blocked.id }
    await changes.audit('number.blocked', subject, { number, scope: body.scope })
    return serializeBlockedNumber(blocked)
  })
}

/**
 * A call between the numbers of a workspace is blocked by mistake only.
 *
 * @throws {PhoneError} `COLLEAGUE_NOT_BLOCKED`, `WORKSPACE_NUMBER_NOT_BLOCKED`
 */
async function requireOutsideNumber(
  database: Services['database'],
  workspaceId: string,
  number: string,
): Promise<void> {
  const [owner, trunkNumbers, isVerifiedNumber] = await Promise.all([
    findPersonalNumberOwner(database, number),
    listTrunkNumbers(database, workspaceId),
    isVerified(database, workspaceId, number),
  ])
  if (owner?.workspaceId === workspaceId) throw new PhoneError('COLLEAGUE_NOT_BLOCKED')
  if (isVerifiedNumber || trunkNumbers.some((own) => own.number === number))
    throw new PhoneError('WORKSPACE_NUMBER_NOT_BLOCKED')
}
