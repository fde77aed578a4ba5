import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { listCalledForms } from '../../numbering-plan/index.ts'
import { isAccepted } from './trunks.ts'

type Database = Kysely<PhoneTables>

export interface AddressClaim {
  readonly trunkId: string
  readonly workspaceId: string
  readonly createdAt: Date
  readonly registration: 'register' | 'none'
  /**
   * Whether the provider identifies the trunk by user name and password; otherwise it does so by our IP
   * address.
   */
  readonly hasCredentials: boolean
  /** The numbers of the trunk in E.164. */
  readonly numbers: readonly string[]
  /** The IP addresses to which the hosts of the trunk resolve. */
  readonly addresses: readonly string[]
}

/** An address or a number of another workspace. The number is null when the whole address is taken. */
export interface AddressConflict {
  readonly number: string | null
}

interface OtherTrunk {
  readonly id: string
  readonly registration: string
  readonly hasCredentials: boolean
  /** Whether it was added before the trunk that claims. */
  readonly isEarlier: boolean
  readonly isAccepted: boolean
  readonly hasNumbers: boolean
}

/**
 * Assigns IP addresses to a trunk in place of those that it has. Returns a conflict with another workspace
 * that has them already, and assigns nothing then:
 *
 * - An address belongs to one workspace when a trunk there has no credentials: the provider would charge its
 *   owner for the calls of the other workspace.
 * - A called number belongs to one workspace per address, in every form in which a provider may write it. A trunk
 *   without numbers has all numbers, as long as no trunk of another workspace has them. Of trunks that are added
 *   later by others, those that register take only the calls to their own contact. One that does not register would
 *   take calls of the first, although nothing proves that its user name and password are genuine. For the same reason,
 *   one without numbers that does not register is not added where another workspace has a trunk.
 * - A trunk that registers has no numbers against others until its registrar has accepted it, see {@link isAccepted}.
 */
export async function claimTrunkAddresses(
  transaction: Database,
  claim: AddressClaim,
): Promise<AddressConflict | null> {
  await lockTrunkAddresses(transaction)
  const conflict = await findConflict(transaction, claim)
  if (!conflict) await replaceAddresses(transaction, claim)
  return conflict
}

/**
 * Assigns those of the IP addresses to a trunk that no other workspace has, and returns them. So another workspace that
 * takes a further address of its provider does not end the use of those that the trunk has. A trunk that has been deleted
 * gets none. The caller has the lock of {@link lockTrunkAddresses}.
 */
export async function claimFreeAddresses(
  transaction: Database,
  claim: AddressClaim,
): Promise<readonly string[]> {
  // Before the addresses, in the order in which a deletion locks them.
  if (!(await lockTrunk(transaction, claim.trunkId))) return []
  const free: string[] = []
  for (const address of claim.addresses)
    if (!(await findConflict(transaction, { ...claim, addresses: [address] }))) free.push(address)
  await replaceAddresses(transaction, { ...claim, addresses: free })
  return free
}

/** Returns the IP addresses that are assigned to a trunk. */
export async function listTrunkAddresses(database: Database, trunkId: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('trunk_addresses')
    .select('address')
    .where('trunk_id', '=', trunkId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** Of two concurrent transactions, the second sees the claim of the first. */
export async function lockTrunkAddresses(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trunk addresses', 0))`.execute(transaction)
}

/** Keeps a trunk from being deleted until the transaction ends. Returns false when it has been deleted. */
async function lockTrunk(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('trunks')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

async function replaceAddresses(
  transaction: Database,
  { trunkId, addresses }: Pick<AddressClaim, 'trunkId' | 'addresses'>,
): Promise<void> {
  await transaction.deleteFrom('trunk_addresses').where('trunk_id', '=', trunkId).execute()
  if (addresses.length > 0)
    await transaction
      .insertInto('trunk_addresses')
      .values(addresses.map((address) => ({ trunk_id: trunkId, address })))
      .execute()
}

/** Releases the IP addresses of the trunks of a workspace. Returns the ids of the trunks that had some. */
export async function releaseTrunkAddresses(transaction: Database, workspaceId: string): Promise<string[]> {
  await lockTrunkAddresses(transaction)
  const rows = await transaction
    .deleteFrom('trunk_addresses')
    .where('trunk_id', 'in', (query) =>
      query.selectFrom('trunks').select('id').where('workspace_id', '=', workspaceId),
    )
    .returning('trunk_id')
    .execute()
  return [...new Set(rows.map(({ trunk_id }) => trunk_id))]
}

async function findConflict(transaction: Database, claim: AddressClaim): Promise<AddressConflict | null> {
  const all = await listOtherTrunks(transaction, claim)
  if (all.some(({ hasCredentials }) => !hasCredentials || !claim.hasCredentials)) return { number: null }
  const others = all.filter((trunk) => trunk.isAccepted)

  const unregistered = others.filter(({ registration }) => registration === 'none')
  const [first = null] = claim.numbers
  const isRefusedWithoutNumbers = unregistered.length > 0 || others.some(({ isEarlier }) => isEarlier)
  if (claim.registration === 'none' && first === null && isRefusedWithoutNumbers) return { number: null }
  /** Calls to numbers that no trunk lists may be for them. */
  const unlisting = others.filter(({ isEarlier, hasNumbers }) => isEarlier && !hasNumbers)
  if (claim.registration === 'none' && unlisting.length > 0) return { number: first }
  if (first !== null && unlisting.some(({ registration }) => registration === 'none'))
    return { number: first }
  const taken = await listNumbers(
    transaction,
    others.map(({ id }) => id),
  )
  const takenForms = new Set(taken.flatMap(listCalledForms))
  const number = claim.numbers.find((each) => listCalledForms(each).some((form) => takenForms.has(form)))
  return number === undefined ? null : { number }
}

/** Returns the trunks of other workspaces at the same addresses. */
async function listOtherTrunks(
  transaction: Database,
  { workspaceId, addresses, createdAt }: AddressClaim,
): Promise<OtherTrunk[]> {
  if (addresses.length === 0) return []
  const rows = await transaction
    .selectFrom('trunk_addresses')
    .innerJoin('trunks', 'trunks.id', 'trunk_addresses.trunk_id')
    .select((select) => [
      'trunks.id',
      'trunks.username',
      'trunks.password_encrypted',
      'trunks.registration',
      'trunks.accepted_at',
      'trunks.created_at',
      select
        .exists(
          select
            .selectFrom('trunk_numbers')
            .select('number')
            .whereRef('trunk_numbers.trunk_id', '=', 'trunks.id'),
        )
        .as('has_numbers'),
    ])
    .where('trunk_addresses.address', 'in', addresses)
    .where('trunks.workspace_id', '<>', workspaceId)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    registration: row.registration,
    hasCredentials: row.username !== null && row.password_encrypted !== null,
    isEarlier: row.created_at < createdAt,
    isAccepted: isAccepted({ registration: row.registration, acceptedAt: row.accepted_at }),
    hasNumbers: row.has_numbers === true,
  }))
}

async function listNumbers(transaction: Database, trunkIds: readonly string[]): Promise<string[]> {
  if (trunkIds.length === 0) return []
  const rows = await transaction
    .selectFrom('trunk_numbers')
    .select('number')
    .where('trunk_id', 'in', trunkIds)
    .execute()
  return rows.map(({ number }) => number)
}
