import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { deleteDialog, listLostDialogs, type StoredLegDialog } from './sip-dialogs.ts'

type Deps = Pick<Services, 'database' | 'engine' | 'nodeId' | 'log'>

/** Delays before each BYE. A restarted machine may not have its network yet. */
const delaysMs = [0, 5_000, 15_000, 60_000, 180_000]

/**
 * Returns a function that sends BYE to the far ends of calls that crashed nodes left, again if they do not
 * confirm it. It does not wait for their responses, which may take half a minute; a dialog that is being
 * ended is left out of the next call. When its signal is aborted, the dialogs that are left stay stored for
 * the next process.
 */
export function createLostDialogEnder(deps: Deps): (signal: AbortSignal) => Promise<void> {
  const ending = new Set<string>()
  return async (signal) => {
    for (const lost of await listLostDialogs(deps.database, deps.nodeId)) {
      if (ending.has(lost.legId)) continue
      ending.add(lost.legId)
      endDialog(deps, lost, signal)
        .catch((error) => deps.log.error('call_dialog.delete_failed', { legId: lost.legId, error }))
        .finally(() => ending.delete(lost.legId))
    }
  }
}

async function endDialog(deps: Deps, lost: StoredLegDialog, signal: AbortSignal): Promise<void> {
  for (const delayMs of delaysMs) {
    await wait(delayMs, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    if ((await sendBye(deps, lost)) === 'confirmed') break
  }
  if (!signal.aborted) await deleteDialog(deps.database, lost.legId)
}

async function sendBye(
  { engine, log }: Deps,
  { legId, trunkId, dialog }: StoredLegDialog,
): Promise<'confirmed' | 'not-confirmed'> {
  try {
    const result = await engine.endLostCall(trunkId, dialog)
    log.info('far_end.notified', { legId, trunkId, result })
    return result
  } catch (error) {
    log.error('far_end.notify_failed', { legId, trunkId, error })
    return 'not-confirmed'
  }
}
