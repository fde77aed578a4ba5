import type { TrunkConfig } from '@parley/call-engine'
import { isUuid } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { readGrantedConfigs } from './apply-trunks.ts'
import { findWorkspaceOfTrunk } from './records/index.ts'

const lockCheckIntervalMs = 500
/** A restart of the database takes less, and is no reason to remove and renew all registrations. */
const suspendAfterMs = 3_000

/**
 * Passes `builtIn` and all trunks that may be used to the engine while this node holds its lock, and suspends
 * them when it has not held it for 3 s, because another node may register them. A failure is retried.
 */
export function syncTrunksWithLock(
  services: Services & AuthenticationService,
  builtIn: readonly TrunkConfig[],
): AsyncDisposable {
  const { engine, singleInstanceLock, draining, log } = services
  let state: 'in-use' | 'suspended' = 'in-use'
  let heldAt = performance.now()
  const onFailure = (error: Error) => log.error('trunks.sync_failed', { error })

  /** Not awaited: slow name servers of one trunk must not delay a suspension of the others. */
  function resumeTrunks(granted: readonly TrunkConfig[]): void {
    engine.resumeTrunks([...builtIn, ...granted]).catch((error: Error) => {
      state = 'suspended'
      onFailure(error)
    })
  }

  return runPeriodically({ intervalMs: lockCheckIntervalMs, onFailure }, async () => {
    // The drain has suspended them.
    if (draining.hasStarted) return
    if (singleInstanceLock.isHeld) heldAt = performance.now()
    const wanted = performance.now() - heldAt < suspendAfterMs ? 'in-use' : 'suspended'
    if (state === wanted) return
    if (wanted === 'in-use') resumeTrunks(await readGrantedConfigs(services))
    else await engine.suspendTrunks()
    state = wanted
    log.warn(wanted === 'in-use' ? 'trunks.resumed' : 'trunks.suspended')
  })
}

/** Publishes the state of each trunk to its workspace until the engine is closed. */
export async function publishTrunkStates(services: Services & LiveService): Promise<void> {
  for await (const event of services.engine.events) {
    if (event.type !== 'trunk-state') continue
    const { trunkId, state } = event
    const workspaceId = isUuid(trunkId)
      ? await findWorkspaceOfTrunk(services.database, trunkId).catch(() => null)
      : null
    if (workspaceId) services.live.sendToWorkspace(workspaceId, { type: 'trunk.state', trunkId, state })
  }
}
