import { sleep } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import { applyRevision, type TrunkDeps } from './apply-trunks.ts'
import { listTrunkRevisions } from './records/index.ts'

const intervalMs = 2_000
/** A registrar or name server that does not respond must not delay the next node. */
const unregisterTimeoutMs = 3_000

/**
 * Makes the engine use the stored trunks, which other nodes change too, and registers those that no other node
 * registers, every 2 s until disposed. Disposing unregisters them, so that another node registers them.
 */
export function startTrunkReconciliation(services: TrunkDeps): AsyncDisposable {
  const onFailure = (error: Error) => services.log.error('trunks.reconcile_failed', { error })
  const reconciliation = runPeriodically({ intervalMs, onFailure }, () => reconcileTrunks(services))
  return {
    async [Symbol.asyncDispose]() {
      await reconciliation[Symbol.asyncDispose]()
      await releaseTrunks(services).catch(onFailure)
    },
  }
}

/** Unregisters the trunks of this node, and lets other nodes register them. */
export async function releaseTrunks({
  engine,
  trunkLeases,
  log,
}: Pick<TrunkDeps, 'engine' | 'trunkLeases' | 'log'>): Promise<void> {
  // Before the release: a registrar may store one binding for each account, and this removes it.
  const unregistered = engine.suspendTrunks().catch((error) => log.error('trunks.suspend_failed', { error }))
  await Promise.race([unregistered, sleep(unregisterTimeoutMs)])
  await trunkLeases.release()
}

async function reconcileTrunks(services: TrunkDeps): Promise<void> {
  const { database, engine, trunkLeases, nodeLease, draining, log } = services
  if (draining.hasStarted || !nodeLease.isHeld) return
  const trunks = await listTrunkRevisions(database)
  await trunkLeases.claim(trunks)
  const ids = new Set(trunks.map(({ id }) => id))
  for (const id of trunkLeases.listApplied()) {
    if (ids.has(id)) continue
    trunkLeases.removeApplied(id)
    await engine.removeTrunk(id)
  }
  for (const trunk of trunks) {
    if (trunkLeases.isApplied(trunk)) continue
    // Not awaited: slow name servers of one trunk must not delay the others.
    applyRevision(services, trunk).catch((error) =>
      log.error('trunk.apply_failed', { trunkId: trunk.id, error }),
    )
  }
}
