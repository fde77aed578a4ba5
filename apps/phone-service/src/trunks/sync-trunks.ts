import { isUuid } from '@parley/primitives'
import type { LiveService } from '../live/index.ts'
import type { Services } from '../services.ts'
import { toTrunkConfig } from './trunk-config.ts'
import { listTrunkNumbers } from './trunk-numbers.ts'
import { findWorkspaceOfTrunk, listAllTrunks } from './trunks.ts'

/** Passes all trunks to the engine. A failure is logged and does not prevent the start of the service. */
export async function applyTrunks(services: Services): Promise<void> {
  for (const trunk of await listAllTrunks(services.database)) {
    try {
      const numbers = await listTrunkNumbers(services.database, trunk.workspaceId)
      const own = numbers.filter(({ trunkId }) => trunkId === trunk.id).map(({ number }) => number)
      await services.engine.useTrunk(toTrunkConfig(services, trunk, own))
    } catch (error) {
      services.log.error('trunk.apply_failed', { trunkId: trunk.id, error })
    }
  }
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
