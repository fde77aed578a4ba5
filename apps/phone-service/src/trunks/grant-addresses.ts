import { type EngineEvent, resolveTrunkAddresses } from '@parley/call-engine'
import type { Services } from '../services.ts'
import {
  acceptTrunkRow,
  claimFreeAddresses,
  findTrunk,
  findTrunkOwner,
  listTrunkAddresses,
  lockTrunkAddresses,
  type StoredTrunk,
} from './records/index.ts'
import { readTrunkNumbers, toAddressClaim } from './trunk-config.ts'

type Database = Services['database']
type Deps = Pick<Services, 'database' | 'engine' | 'log'>
type AddressesFoundEvent = Extract<EngineEvent, { type: 'trunk-addresses-found' }>

/**
 * Grants each trunk those of the addresses of its hosts that no other workspace has, until the engine is closed. One
 * after the other, so that the last addresses that were found are assigned. After a failure, a trunk keeps the addresses
 * that it has, and the engine requests the grant again.
 */
export async function grantFoundAddresses(deps: Deps): Promise<void> {
  for await (const event of deps.engine.events)
    if (event.type === 'trunk-addresses-found')
      await grantAddresses(deps, event).catch((error) =>
        deps.log.error('trunk_addresses.grant_failed', { trunkId: event.trunkId, error }),
      )
}

async function grantAddresses(
  { database, engine }: Deps,
  { trunkId, lookupId, addresses }: AddressesFoundEvent,
): Promise<void> {
  const granted = await database.transaction().execute(async (transaction) => {
    await lockTrunkAddresses(transaction)
    // The addresses of a trunk that is out of use may have been released.
    const isInUse = (await engine.trunkState(trunkId)) !== null
    const owner = isInUse ? await findTrunkOwner(transaction, trunkId) : null
    const trunk = owner && (await findTrunk(transaction, owner.workspaceId, trunkId))
    return trunk && (await claimAddresses(transaction, trunk, addresses))
  })
  if (granted) await engine.grantTrunkAddresses(trunkId, lookupId, granted)
}

/**
 * Saves that the registrar of a revision of a trunk has accepted its credentials, which makes it count beside trunks of
 * other workspaces. It loses those of its addresses where one of them has its numbers by now. Returns the trunk, and null
 * if it has been accepted before or changed meanwhile.
 */
export async function acceptTrunk(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { id, revision }: Pick<StoredTrunk, 'id' | 'revision'>,
): Promise<{ readonly trunk: StoredTrunk; readonly hasLostAddresses: boolean } | null> {
  const at = now()
  return await database.transaction().execute(async (transaction) => {
    // Before the addresses, in the order in which an update locks them.
    const trunk = await acceptTrunkRow(transaction, { id, revision, at })
    if (!trunk) return null
    await lockTrunkAddresses(transaction)
    const addresses = await listTrunkAddresses(transaction, id)
    // It counts from now on: trunks that were added later may have counted before.
    const free = await claimAddresses(transaction, { ...trunk, createdAt: at }, addresses)
    return { trunk, hasLostAddresses: free.length < addresses.length }
  })
}

/** Resolves the hosts of a trunk now. Returns those of their addresses that no other workspace has. */
export async function claimCurrentAddresses(
  database: Database,
  trunk: StoredTrunk,
): Promise<readonly string[]> {
  const addresses = await resolveTrunkAddresses(trunk)
  // When its name servers do not respond, the trunk keeps its addresses.
  if (addresses.length === 0) return []
  return await database.transaction().execute(async (transaction) => {
    await lockTrunkAddresses(transaction)
    return await claimAddresses(transaction, trunk, addresses)
  })
}

async function claimAddresses(
  transaction: Database,
  trunk: StoredTrunk,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const numbers = await readTrunkNumbers(transaction, trunk)
  return await claimFreeAddresses(transaction, toAddressClaim(trunk, { numbers, addresses }))
}
