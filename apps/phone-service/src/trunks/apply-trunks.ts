import type { TrunkConfig } from '@parley/call-engine'
import { runPeriodically } from '@parley/server'
import { AccountServiceUnavailableError, type AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { areTrunksGranted } from './require-trunk-grant.ts'
import { toTrunkConfig } from './trunk-config.ts'
import { listTrunkNumbers } from './trunk-numbers.ts'
import { findTrunk, listAllTrunks, listTrunks, listTrunkWorkspaces, type StoredTrunk } from './trunks.ts'

type Deps = Services & AuthenticationService

/** How often the grants of all workspaces with trunks are checked, because an event about them may not arrive. */
const checkIntervalMs = 5 * 60_000

/** Passes the trunks that may be used to the engine. A failure is logged and does not prevent the start of the service. */
export async function applyTrunks(services: Deps): Promise<void> {
  for (const config of await readGrantedConfigs(services)) {
    try {
      await services.engine.useTrunk(config)
    } catch (error) {
      services.log.error('trunk.apply_failed', { trunkId: config.id, error })
    }
  }
}

/** Checks periodically, until disposed, which workspaces may have trunks. */
export function startTrunkGrantChecks(services: Deps): AsyncDisposable {
  const onFailure = (error: Error) => services.log.error('trunks.check_failed', { error })
  return runPeriodically({ intervalMs: checkIntervalMs, onFailure }, async (signal) => {
    for (const workspaceId of await listTrunkWorkspaces(services.database)) {
      if (signal.aborted) return
      await applyTrunkGrant(services, workspaceId)
    }
  })
}

/**
 * Registers and uses the trunks of a workspace if the operator allows it; otherwise they are unregistered, and place and
 * accept no calls. Running calls continue.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function applyTrunkGrant(services: Deps, workspaceId: string): Promise<void> {
  const { database, engine, log } = services
  const isGranted = await areTrunksGranted(services, workspaceId)
  const changed = (await listTrunks(database, workspaceId)).filter(
    ({ id }) => (engine.trunkState(id) !== null) !== isGranted,
  )
  if (isGranted) {
    const configs = await readConfigs(services, changed)
    await Promise.all(configs.map((config) => useTrunk(services, config)))
  } else await Promise.all(changed.map(({ id }) => engine.removeTrunk(id)))
  for (const { id } of changed)
    log.warn(isGranted ? 'trunk.allowed' : 'trunk.denied', { trunkId: id, workspaceId })
}

/**
 * Passes a trunk to the engine, unless it has been deleted or denied meanwhile. Returns what it is then.
 *
 * @throws {PhoneError} `ACCOUNTS_UNREACHABLE`
 */
export async function useTrunk(
  services: Deps,
  config: TrunkConfig & { readonly owner: string },
): Promise<'in-use' | 'deleted' | 'denied'> {
  const { database, engine } = services
  await engine.useTrunk(config)
  const wasDeleted = (await findTrunk(database, config.owner, config.id)) === null
  if (!wasDeleted && (await areTrunksGranted(services, config.owner))) return 'in-use'
  await engine.removeTrunk(config.id)
  return wasDeleted ? 'deleted' : 'denied'
}

/** Returns the configurations of all stored trunks that may be used. */
export async function readGrantedConfigs(services: Deps): Promise<TrunkConfig[]> {
  const trunks = await listAllTrunks(services.database)
  const granted = await filterGranted(services, [...new Set(trunks.map(({ workspaceId }) => workspaceId))])
  return await readConfigs(
    services,
    trunks.filter(({ workspaceId }) => granted.has(workspaceId)),
  )
}

/** Returns the workspaces that may have trunks: while the account service cannot be reached, all of them. */
async function filterGranted(
  { authentication: { trunkGrants, now }, log }: Deps,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const denied = new Set<string>()
  try {
    for (const id of workspaceIds) if (!(await trunkGrants.find(id, now()))) denied.add(id)
  } catch (error) {
    if (!(error instanceof AccountServiceUnavailableError)) throw error
    log.error('trunks.check_failed', { error })
  }
  return new Set(workspaceIds.filter((id) => !denied.has(id)))
}

/** Returns the configurations of stored trunks. One that cannot be read is logged and left out. */
async function readConfigs(
  services: Deps,
  trunks: readonly StoredTrunk[],
): Promise<ReturnType<typeof toTrunkConfig>[]> {
  const configs: ReturnType<typeof toTrunkConfig>[] = []
  for (const trunk of trunks) {
    try {
      const numbers = await listTrunkNumbers(services.database, trunk.workspaceId)
      const own = numbers.filter(({ trunkId }) => trunkId === trunk.id).map(({ number }) => number)
      configs.push(toTrunkConfig(services, trunk, own))
    } catch (error) {
      services.log.error('trunk.read_failed', { trunkId: trunk.id, error })
    }
  }
  return configs
}
