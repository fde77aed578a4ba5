import type { trunks } from '@parley/contract/phone'
import type { Services } from '../services.ts'
import { findTrunkStates, listTrunkNumbers, type StoredTrunk } from './records/index.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

/** Serializes trunks with their numbers and current state, without passwords. */
export async function serializeTrunks(
  { database, engine, trunkLeases }: Pick<Services, 'database' | 'engine'> & TrunkLeaseService,
  workspaceId: string,
  stored: readonly StoredTrunk[],
): Promise<trunks.Trunk[]> {
  const numbers = await listTrunkNumbers(database, workspaceId)
  const elsewhere = stored.filter(
    ({ id, registration }) => registration === 'register' && !trunkLeases.holds(id),
  )
  const states = await findTrunkStates(
    database,
    elsewhere.map(({ id }) => id),
  )
  const serialize = async (trunk: StoredTrunk) => ({
    id: trunk.id,
    name: trunk.name,
    host: trunk.host,
    port: trunk.port,
    transport: trunk.transport,
    username: trunk.username,
    passwordLastFour: trunk.password?.lastFour ?? null,
    hasPassword: trunk.password !== null,
    registration: trunk.registration,
    outboundProxy: trunk.outboundProxy,
    mediaEncryption: trunk.mediaEncryption,
    allowsShortNumbers: trunk.allowsShortNumbers,
    allowsRefer: trunk.allowsRefer,
    numbers: numbers.filter(({ trunkId }) => trunkId === trunk.id).map(({ number }) => number),
    // The engine does not know a trunk whose stored values could not be read.
    state: states.get(trunk.id) ??
      (await engine.trunkState(trunk.id)) ?? {
        status: 'failed' as const,
        since: trunk.createdAt.getTime(),
        sipAnswer: null,
      },
    createdAt: trunk.createdAt.getTime(),
  })
  return await Promise.all(stored.map(serialize))
}
