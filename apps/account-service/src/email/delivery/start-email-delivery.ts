import {
  type DeliveryDeps,
  deliverEmail,
  deliverThroughOwnServer,
  deliverThroughSlowServer,
} from './deliver-email.ts'
import { createServerLanes } from './server-lanes.ts'

/** Starts the workers that deliver e-mails in this process. */
export async function startEmailDelivery(services: Omit<DeliveryDeps, 'serverLanes'>): Promise<void> {
  const delivering = { ...services, serverLanes: createServerLanes(services.now) }
  for (const delivery of [deliverEmail, deliverThroughOwnServer, deliverThroughSlowServer])
    await services.jobs.work(delivery, delivering)
}
