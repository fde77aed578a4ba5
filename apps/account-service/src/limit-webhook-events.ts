import { runPeriodically } from '@parley/server'
import { createServiceContext, serviceActor } from './platform/service-context/index.ts'
import { deleteEventsBeyond, listProjectsWithEventsBeyond } from './platform/webhooks/index.ts'
import type { Services } from './services.ts'

type Deps = Pick<Services, 'database' | 'log' | 'options' | 'now'>

/** A client publishes a few megabytes in this time. */
const intervalMs = 15_000

/** Deletes webhook events of projects that have reached their quota. */
export async function limitWebhookEvents(services: Deps): Promise<void> {
  const { database, log, options } = services
  const maxBytes = options.maxWebhookEventBytes
  for (const projectId of await listProjectsWithEventsBeyond(database, maxBytes)) {
    const context = createServiceContext(services, { projectId, actor: serviceActor })
    await context.transaction(async (transaction) => {
      const { events, pending } = await deleteEventsBeyond(transaction, projectId, maxBytes)
      if (pending === 0) return
      log.warn('webhook.quota_reached', { projectId, events, pending })
      await transaction.audit('webhook_events.discarded', null, { events, pending })
    })
  }
}

/** Enforces the quota of webhook events now and periodically until disposed. */
export function startWebhookEventLimit(services: Deps): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('webhook.quota_failed', { message })
  return runPeriodically({ intervalMs, onFailure }, () => limitWebhookEvents(services))
}
