import type { EngineEvent, TrunkConfig } from '@parley/call-engine'
import { isUuid } from '@parley/primitives'
import { runPeriodically } from '@parley/server'
import type { LiveService } from '../live/index.ts'
import { applyRevision, readGrantedConfigs, type TrunkDeps } from './apply-trunks.ts'
import { acceptTrunk } from './grant-addresses.ts'
import { findTrunkOwner, saveTrunkState } from './records/index.ts'

type StateDeps = TrunkDeps & LiveService
type TrunkStateEvent = Extract<EngineEvent, { type: 'trunk-state' }>

const lockCheckIntervalMs = 500
/** A restart of the database takes less, and is no reason to remove and renew all registrations. */
const suspendAfterMs = 3_000

/**
 * Passes `builtIn` and all trunks that may be used to the engine while this node holds its lock, and suspends
 * them when it has not held it for 3 s, because another node may register them. A failure is retried.
 */
export function syncTrunksWithLock(services: TrunkDeps, builtIn: readonly TrunkConfig[]): AsyncDisposable {
  const { engine, nodeLease, draining, log } = services
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
    if (nodeLease.isHeld) heldAt = performance.now()
    const wanted = performance.now() - heldAt < suspendAfterMs ? 'in-use' : 'suspended'
    if (state === wanted) return
    if (wanted === 'in-use') {
      const granted = await readGrantedConfigs(services)
      for (const config of granted) services.trunkLeases.setApplied(config)
      resumeTrunks(granted)
    } else await engine.suspendTrunks()
    state = wanted
    log.warn(wanted === 'in-use' ? 'trunks.resumed' : 'trunks.suspended')
  })
}

/** Publishes the state of each trunk to its workspace until the engine is closed. */
export async function publishTrunkStates(services: StateDeps): Promise<void> {
  for await (const event of services.engine.events) {
    if (event.type !== 'trunk-state' || !isUuid(event.trunkId)) continue
    await publishTrunkState(services, event).catch((error) =>
      services.log.error('trunk_state.publish_failed', { trunkId: event.trunkId, error }),
    )
  }
}

/** Saves and publishes the state of a trunk, unless another node registers it. */
async function publishTrunkState(
  services: StateDeps,
  { trunkId, revision, state }: TrunkStateEvent,
): Promise<void> {
  const { database, live, trunkLeases, nodeId, nodeLease } = services
  const owner = await findTrunkOwner(database, trunkId)
  if (!owner) return
  if (owner.registration === 'register') {
    if (!trunkLeases.holds(trunkId)) return
    await saveTrunkState(database, trunkId, { nodeId, epoch: nodeLease.epoch }, state)
    if (state.status === 'registered' && revision !== undefined)
      await accept(services, { id: trunkId, revision })
  }
  live.sendToWorkspace(owner.workspaceId, { type: 'trunk.state', trunkId, state })
}

/** Lets a trunk count beside those of other workspaces on all nodes. Here, the engine knows it, and does not register it again. */
async function accept(
  services: StateDeps,
  accepted: { readonly id: string; readonly revision: string },
): Promise<void> {
  const result = await acceptTrunk(services, accepted)
  if (!result) return
  const { trunk, hasLostAddresses } = result
  if (hasLostAddresses) await applyRevision(services, trunk)
  else services.trunkLeases.setApplied({ ...trunk, isAccepted: true })
}
