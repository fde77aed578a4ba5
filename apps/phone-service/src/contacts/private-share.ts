import { PhoneError } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import type { Services } from '../services.ts'
import type { ContactUse, Viewer } from './contacts.ts'

type Database = Kysely<PhoneTables>

const minBytes = 1_000_000

/** Returns what the private contacts of a user occupy in a workspace. No one else can see or delete them. */
export async function readPrivateUse(
  database: Database,
  { workspaceId, userId }: Viewer,
): Promise<ContactUse> {
  const { contacts, size_bytes } = await database
    .selectFrom('contacts')
    .select(({ fn }) => [fn.countAll<string>().as('contacts'), fn.sum<string>('size_bytes').as('size_bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('owner_user_id', '=', userId)
    .where('visibility', '=', 'private')
    .executeTakeFirstOrThrow()
  return { contacts: Number(contacts), sizeBytes: Number(size_bytes ?? 0) }
}

/** Returns how many bytes the private contacts of a user may occupy in a workspace. */
export function getPrivateBytes({ maxContactBytes }: Pick<Services['settings'], 'maxContactBytes'>): number {
  return Math.max(maxContactBytes / 10, minBytes)
}

/**
 * Runs `save` in a transaction that no other one adds contacts beside. Above their share, as after the operator has
 * lowered it, private contacts can still become fewer and shorter.
 *
 * @throws {PhoneError} `CONTACT_PRIVATE_LIMIT` when the private contacts of the user then exceed their share
 */
export async function saveWithinPrivateShare<Result>(
  { settings }: Pick<Services, 'settings'>,
  transaction: Database,
  user: Viewer,
  save: () => Promise<Result>,
): Promise<Result> {
  const { maxPrivateContactsPerUser: limit } = settings
  const before = await readPrivateUse(transaction, user)
  const result = await save()
  const after = await readPrivateUse(transaction, user)
  const hasTooMany = after.contacts > before.contacts && after.contacts > limit
  const maxBytes = getPrivateBytes(settings)
  const isTooLarge = after.sizeBytes > before.sizeBytes && after.sizeBytes > maxBytes
  if (hasTooMany || isTooLarge) throw new PhoneError('CONTACT_PRIVATE_LIMIT', { limit })
  return result
}
