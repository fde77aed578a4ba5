import { chooseRetryTime, postEvent, startDeliveryLoop } from '@parley/server/webhooks'
import type { Services } from '../../services.ts'
import { parkDeliveries, recordAttempt, selectPendingDeliveries } from './deliveries.ts'
import { type EndpointFilter, type LeasedDelivery, leaseDueDeliveries } from './delivery-lease.ts'
import { deleteEventsBefore } from './events.ts'
import { deleteDeliveredPhoneEvents } from './phone-events.ts'
import { phoneEndpointId, updateEndpointRow, webhookSecretPurpose } from './webhook-endpoints.ts'

type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'>

const dayMs = 24 * 60 * 60_000
const allNetworks = ['0.0.0.0/0', '::/0']
/** Retention of delivered and parked events. */
const retentionMs = 30 * dayMs
/** The phone reads what an event is about when it receives it; its events are not replayed. */
const phoneRetentionMs = dayMs

/**
 * Delivers webhook events in the background until disposed. Safe in any number of processes: a delivery is
 * leased by one of them, and taken over by another if that process dies. The phone has its own loop and
 * slots, because the end of a session must reach it while other endpoints are slow.
 */
export function startWebhookDelivery(services: Deps): AsyncDisposable {
  const loops = [
    startLoop(services, { operator: '=', endpointId: phoneEndpointId }),
    startLoop(services, { operator: '!=', endpointId: phoneEndpointId }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()))
    },
  }
}

function startLoop(services: Deps, endpoints: EndpointFilter): AsyncDisposable {
  return startDeliveryLoop<LeasedDelivery>({
    now: services.now,
    lease: (due) => leaseDueDeliveries(services.database, { ...due, endpoints }),
    deliver: (delivery) => deliverAndRecord(services, delivery),
    onFailure: ({ message }) => services.log.error('webhook.delivery_failed', { message }),
  })
}

async function deliverAndRecord(services: Deps, delivery: LeasedDelivery): Promise<void> {
  const { now } = services
  const at = now()
  const startedAt = performance.now()
  const { status, error } = await attempt(services, delivery, at)
  const isDelivered = status !== null && status >= 200 && status < 300
  const retryAt = status === 410 ? null : chooseRetryTime(delivery.attempts, now())

  const next = isDelivered
    ? { state: 'delivered' as const, nextAttemptAt: null }
    : retryAt === null
      ? { state: 'parked' as const, nextAttemptAt: null }
      : { nextAttemptAt: retryAt }
  const durationMs = Math.round(performance.now() - startedAt)

  await services.database
    .transaction()
    .execute((transaction) => recordAttempt(transaction, delivery, { at, durationMs, status, error }, next))
  if (status === 410) await disableEndpoint(services, delivery.endpointId)
}

/** 410 Gone (RFC 9110, section 15.5.11): the receiver no longer wants events. */
async function disableEndpoint({ database }: Deps, endpointId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await updateEndpointRow(transaction, endpointId, { isEnabled: false })
    await parkDeliveries(transaction, endpointId)
  })
}

async function attempt(
  { secrets, options }: Deps,
  delivery: LeasedDelivery,
  at: Date,
): Promise<{ status: number | null; error: string | null }> {
  const sealedSecrets = [delivery.sealedSecret, delivery.sealedPreviousSecret]
  try {
    const { status } = await postEvent({
      url: delivery.url,
      eventId: delivery.eventId,
      body: JSON.stringify({ type: delivery.type, data: delivery.data }),
      at,
      secrets: sealedSecrets
        .filter((sealed) => sealed !== null)
        .map((sealed) => secrets.open(sealed, webhookSecretPurpose)),
      allowedNetworks: delivery.url === options.phoneEventsUrl ? allNetworks : options.outboundNetworks,
    })
    return { status, error: null }
  } catch (error) {
    return { status: null, error: (error as Error).message.slice(0, 500) }
  }
}

/** Deletes expired events. Events with pending deliveries are retained. */
export async function deleteOldEvents({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await deleteDeliveredPhoneEvents(database, new Date(now().getTime() - phoneRetentionMs))
  await deleteEventsBefore(
    database,
    new Date(now().getTime() - retentionMs),
    selectPendingDeliveries(database),
  )
}
