import { runPeriodically } from '@parley/server'
import { startDeliveryLoop } from '@parley/server/webhooks'
import {
  deleteEventsBefore,
  deleteEventsBeyond,
  isEventWaiting,
  type LeasedDelivery,
  leaseDueDeliveries,
  listWorkspacesBeyond,
} from '../records/index.ts'
import { type DeliveryDeps, deliverEvent } from './deliver-event.ts'

const cleanUpIntervalMs = 15_000
const retentionMs = 30 * 24 * 60 * 60_000

/** Delivers the events of all workspaces in turns, and deletes old ones, until disposed. */
export function startWebhooks(deps: DeliveryDeps): AsyncDisposable {
  const { database, log, now } = deps
  const onFailure = (error: Error) => log.error('webhook.delivery_failed', { error })
  const stack = new AsyncDisposableStack()
  stack.use(
    startDeliveryLoop<LeasedDelivery>({
      now,
      lease: (due) => leaseDueDeliveries(database, due),
      deliver: (delivery) => deliverEvent(deps, delivery),
      onFailure,
    }),
  )
  stack.use(
    runPeriodically({ intervalMs: cleanUpIntervalMs, onFailure }, async (signal) => {
      while (!signal.aborted && (await deleteOldEvents(deps)) > 0);
    }),
  )
  return stack
}

/** Deletes the events of 30 days ago, and those that are too many. Returns how many. */
async function deleteOldEvents({ database, settings, now }: DeliveryDeps): Promise<number> {
  const { maxWebhookEvents: maxEvents } = settings
  let count = await deleteEventsBefore(database, new Date(now().getTime() - retentionMs))
  for (const workspaceId of await listWorkspacesBeyond(database, maxEvents))
    count += await deleteEventsBeyond(database, { workspaceId, maxEvents }, isEventWaiting(database))
  return count
}
