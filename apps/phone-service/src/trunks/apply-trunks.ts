import { runPeriodically } from '@parley/server'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  findTrunk,
  listAllTrunks,
  listTrunkRevisions,
  listTrunks,
  listTrunkWorkspaces,
  type StoredTrunk,
  type TrunkRevision,
} from './records/index.ts'
import { releaseTrunksWithoutMembers } from './release-trunks.ts'
import { areTrunksGranted } from './require-trunk-grant.ts'
import { type OwnedTrunkConfig, readTrunkConfig } from './trunk-config.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

export type TrunkDeps = Services & AuthenticationService & TrunkLeaseService

/**
 * How often the grants of all workspaces with trunks are checked, because an event about them may not arrive.
 */
const checkIntervalMs = 5 * 60_000
/** Workspaces that are checked concurrently. */
const batchSize = 20

/**
 * Passes the trunks that may be used to the engine. A failure is logged and does not prevent the start of the
 * service.
 */
export async function applyTrunks(services: TrunkDeps): Promise<void> {
  // Concurrently: a workspace chooses the name servers of its trunks, which may be slow.
  const configs = await readGrantedConfigs(services)
  for (const config of configs) services.trunkLeases.setApplied(config)
  await Promise.all(
    configs.map((config) =>
      services.engine.useTrunk(config).catch((error) => {
        services.log.error('trunk.apply_failed', { trunkId: config.id, error })
      }),
    ),
  )
}

/**
 * Checks periodically, until disposed, which workspaces may have trunks. A failure leaves the trunks of its
 * workspace as they are.
 */
export function startTrunkGrantChecks(services: TrunkDeps): AsyncDisposable {
  const { database, log } = services
  const onFailure = (error: Error) => log.error('trunks.check_failed', { error })
  return runPeriodically({ intervalMs: checkIntervalMs, onFailure }, async (signal) => {
    await runInBatches(await listTrunkWorkspaces(database), async (workspaceId) => {
      if (signal.aborted) return
      try {
        await applyTrunkGrant(services, workspaceId)
      } catch (error) {
        log.error('trunks.check_failed', { workspaceId, error })
      }
    })
  })
}

/**
 * Registers and uses the trunks of a workspace if the operator allows it and the workspace has members; otherwise they
 * are unregistered, and place and accept no calls. Running calls continue. A failure for one trunk does not prevent the change
 * of the others, and is thrown after them.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function applyTrunkGrant(services: TrunkDeps, workspaceId: string): Promise<void> {
  const { database, engine } = services
  const stored = await listTrunks(database, workspaceId)
  if (stored.length === 0) return
  const isGranted = await areTrunksGranted(services, workspaceId)
  const trunks = await Promise.all(
    stored.map(async (trunk) => ({
      trunk,
      isInUse: (await engine.trunkState(trunk.id)) !== null,
    })),
  )
  const changed = trunks.filter(({ isInUse }) => isInUse !== isGranted).map(({ trunk }) => trunk)
  const changes = isGranted
    ? (await readConfigs(services, changed)).map((config) => ({
        id: config.id,
        apply: () => useTrunk(services, config),
      }))
    : changed.map(({ id }) => ({ id, apply: () => denyTrunk(services, id) }))
  const settled = await Promise.allSettled(
    changes.map(({ id, apply }) => applyLogged(services, { trunkId: id, workspaceId }, apply)),
  )
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  if (!isGranted) await releaseTrunksWithoutMembers(services, workspaceId)
}

async function denyTrunk({ engine }: TrunkDeps, id: string): Promise<'denied'> {
  await engine.removeTrunk(id)
  return 'denied'
}

/** Applies a change of a trunk and logs what the trunk is then. */
async function applyLogged(
  { log }: TrunkDeps,
  fields: { readonly trunkId: string; readonly workspaceId: string },
  apply: () => Promise<'in-use' | 'deleted' | 'denied'>,
): Promise<void> {
  try {
    const outcome = await apply()
    if (outcome !== 'deleted') log.warn(outcome === 'in-use' ? 'trunk.allowed' : 'trunk.denied', fields)
  } catch (error) {
    log.error('trunk.apply_failed', { ...fields, error })
    throw error
  }
}

/**
 * Passes a trunk to the engine, and again while it has been updated meanwhile, unless it has been deleted or
 * denied. Returns what it is then.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function useTrunk(
  services: TrunkDeps,
  config: OwnedTrunkConfig,
): Promise<'in-use' | 'deleted' | 'denied'> {
  const { engine } = services
  services.trunkLeases.setApplied(config)
  await engine.useTrunk(config)
  const current = await findConfig(services, config)
  if (current === null || !(await areTrunksGranted(services, config.owner))) {
    await engine.removeTrunk(config.id)
    return current === null ? 'deleted' : 'denied'
  }
  return isSameConfig(config, current) ? 'in-use' : await useTrunk(services, current)
}

/**
 * Applies a trunk that another node has changed, or whose lease this node has taken or lost.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function applyRevision(
  services: TrunkDeps,
  { id, workspaceId, revision }: Pick<TrunkRevision, 'id' | 'workspaceId' | 'revision'>,
): Promise<void> {
  const config = await findConfig(services, { id, owner: workspaceId })
  if (!config) return
  if (await areTrunksGranted(services, workspaceId)) {
    await useTrunk(services, config)
    return
  }
  services.trunkLeases.setApplied({ ...config, revision })
  await services.engine.removeTrunk(id)
}

async function findConfig(
  services: TrunkDeps,
  { owner, id }: Pick<OwnedTrunkConfig, 'owner' | 'id'>,
): Promise<OwnedTrunkConfig | null> {
  const trunk = await findTrunk(services.database, owner, id)
  return trunk && (await readTrunkConfig(services, trunk))
}

/** Compares everything but the granted addresses and the acceptance, of which the engine is notified or notifies. */
function isSameConfig(one: OwnedTrunkConfig, other: OwnedTrunkConfig): boolean {
  const { grantedAddresses, isAccepted } = one
  return JSON.stringify(one) === JSON.stringify({ ...other, grantedAddresses, isAccepted })
}

/** Returns the configurations of all stored trunks that may be used. */
export async function readGrantedConfigs(services: TrunkDeps): Promise<OwnedTrunkConfig[]> {
  await services.trunkLeases.claim(await listTrunkRevisions(services.database))
  const trunks = await listAllTrunks(services.database)
  const granted = await filterGranted(services, [...new Set(trunks.map(({ workspaceId }) => workspaceId))])
  return await readConfigs(
    services,
    trunks.filter(({ workspaceId }) => granted.has(workspaceId)),
  )
}

/**
 * Returns the workspaces that may have trunks. When the account service does not respond for a workspace, the
 * last known result counts, or else the workspace may have trunks. When it responds for none of a batch, it
 * is not asked for the rest.
 */
async function filterGranted(
  { authentication: { trunkGrants, now }, log }: TrunkDeps,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const granted = new Set<string>()
  let isReachable = true
  for (const batch of toBatches(workspaceIds)) {
    const results = await Promise.allSettled(
      batch.map(async (id) =>
        isReachable ? await trunkGrants.find(id, now()) : trunkGrants.findLastKnown(id),
      ),
    )
    for (const [index, workspaceId] of batch.entries()) {
      const result = results[index]
      if (result?.status === 'rejected')
        log.error('trunks.check_failed', { workspaceId, error: result.reason })
      const isGranted = result?.status === 'fulfilled' ? result.value : trunkGrants.findLastKnown(workspaceId)
      if (isGranted ?? true) granted.add(workspaceId)
    }
    if (results.every(({ status }) => status === 'rejected')) isReachable = false
  }
  return granted
}

async function runInBatches(ids: readonly string[], run: (id: string) => Promise<void>): Promise<void> {
  for (const batch of toBatches(ids)) await Promise.all(batch.map(run))
}

function toBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  )
}

/** Returns the configurations of stored trunks. One that cannot be read is logged and left out. */
async function readConfigs(services: TrunkDeps, trunks: readonly StoredTrunk[]): Promise<OwnedTrunkConfig[]> {
  const configs: OwnedTrunkConfig[] = []
  for (const trunk of trunks) {
    try {
      configs.push(await readTrunkConfig(services, trunk))
    } catch (error) {
      services.log.error('trunk.read_failed', { trunkId: trunk.id, error })
    }
  }
  return configs
}
