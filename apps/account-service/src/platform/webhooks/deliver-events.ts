import { setTimeout as sleep } from 'node:timers/promises'
import { type OutboundLimits, outboundFetch, runPeriodically } from '@parley/server'
import type { Services } from '../../services.ts'
import { parkDeliveries, recordAttempt, selectPendingDeliveries } from './deliveries.ts'
import { type EndpointFilter, type LeasedDelivery, leaseDueDeliveries } from './delivery-lease.ts'
import { createDeliverySlots, type DeliverySlots } from './delivery-slots.ts'
import { deleteEventsBefore } from './events.ts'
import { deleteDeliveredPhoneEvents } from './phone-events.ts'
import { signatureHeaders } from './signature.ts'
import { phoneEndpointId, updateEndpointRow, webhookSecretPurpose } from './webhook-endpoints.ts'

type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'options' | 'now'>

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Retry delays; after the last one (three days in total) the delivery is parked. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  ...Array.from({ length: 5 }, () => 11.25 * hourMs),
]

const responseTimeoutMs = 15 * secondMs
/** Longer than an attempt can take. */
const leaseMs = responseTimeoutMs + 15 * secondMs
const pollIntervalMs = secondMs
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
    startDeliveryLoop(services, { operator: '=', endpointId: phoneEndpointId }),
    startDeliveryLoop(services, { operator: '!=', endpointId: phoneEndpointId }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()))
    },
  }
}

function startDeliveryLoop(services: Deps, endpoints: EndpointFilter): AsyncDisposable {
  const slots = createDeliverySlots(services.now)
  const onFailure = ({ message }: Error) => services.log.error('webhook.delivery_failed', { message })
  const sending = runPeriodically({ intervalMs: pollIntervalMs, onFailure }, (signal) =>
    startDueDeliveries(services, endpoints, slots, signal),
  )
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await Promise.all(slots.running)
    },
  }
}

/** Starts due deliveries in free slots. */
async function startDueDeliveries(
  services: Deps,
  endpoints: EndpointFilter,
  slots: DeliverySlots,
  signal: AbortSignal,
): Promise<'more' | 'done'> {
  const capacity = slots.findCapacity()
  if (!capacity) {
    await Promise.race(slots.running)
    return 'more'
  }
  const now = services.now()
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const due = await leaseDueDeliveries(services.database, { now, leasedUntil, endpoints, ...capacity })
  for (const delivery of due)
    slots.run(delivery, () =>
      deliverAndRecord(services, delivery).catch(({ message }: Error) =>
        services.log.error('webhook.delivery_failed', { message }),
      ),
    )
  if (due.length > 0 || slots.startRound()) return 'more'
  const running = [...slots.running]
  if (running.length === 0) return 'done'
  // More may be due to a busy endpoint: the next one is sent when it has responded, not in the next poll.
  const poll = sleep(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
  await Promise.race([...running, poll])
  return 'more'
}

async function deliverAndRecord(services: Deps, delivery: LeasedDelivery): Promise<void> {
  const { now } = services
  const at = now()
  const startedAt = performance.now()
  const { status, error } = await attempt(services, delivery, at)
  const isDelivered = status !== null && status >= 200 && status < 300
  const waitMs = retryDelaysMs[delivery.attempts - 1]

  const next = isDelivered
    ? { state: 'delivered' as const, nextAttemptAt: null }
    : waitMs === undefined || status === 410
      ? { state: 'parked' as const, nextAttemptAt: null }
      : { nextAttemptAt: new Date(now().getTime() + waitMs * (0.9 + Math.random() / 5)) }
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
  const body = JSON.stringify({ type: delivery.type, data: delivery.data })
  const signing = [delivery.sealedSecret, delivery.sealedPreviousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secrets.open(sealed, webhookSecretPurpose))
  const limits: OutboundLimits = {
    timeoutMs: responseTimeoutMs,
    maxBytes: 64 * 1024,
    allowedNetworks: delivery.url === options.phoneEventsUrl ? allNetworks : options.outboundNetworks,
  }
  try {
    const { status } = await outboundFetch(
      delivery.url,
      {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Parley-Webhooks/1',
          ...signatureHeaders({ id: delivery.eventId, body, at }, signing),
        },
      },
      limits,
    )
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
