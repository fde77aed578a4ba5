import type { Services } from '../services.ts'
import { deleteDialog, listLostDialogs, type StoredLegDialog } from './sip-dialogs.ts'

type Deps = Pick<Services, 'database' | 'engine' | 'nodeId' | 'log'>

/**
 * Returns a function that sends BYE to the far ends of calls that crashed nodes left. It does not wait for their responses,
 * which may take half a minute; a dialog that is being ended is left out of the next call.
 */
export function createLostDialogEnder(deps: Deps): () => Promise<void> {
  const ending = new Set<string>()
  return async () => {
    for (const lost of await listLostDialogs(deps.database, deps.nodeId)) {
      if (ending.has(lost.legId)) continue
      ending.add(lost.legId)
      endDialog(deps, lost)
        .catch((error) => deps.log.error('far_end.notify_failed', { legId: lost.legId, error }))
        .finally(() => ending.delete(lost.legId))
    }
  }
}

async function endDialog({ database, engine, log }: Deps, lost: StoredLegDialog): Promise<void> {
  const { legId, trunkId, dialog } = lost
  try {
    const result = await engine.endLostCall(trunkId, dialog)
    log.info('far_end.notified', { legId, trunkId, result })
  } finally {
    // Also after a failure: the trunk is gone, or the far end did not respond for half a minute.
    await deleteDialog(database, legId)
  }
}
