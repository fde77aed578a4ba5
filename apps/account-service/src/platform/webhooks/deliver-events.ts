import { setTimeout as sleep } from 'node:timers/promises'
import { type OutboundLimits, outboundFetch, runPeriodically } from '@parley/server'
import type { Services } from '../../services.ts'
import { parkDeliveries, recordAttempt, selectPendingDeliveries } from './deliveries.ts'
import { type EndpointFilter, type LeasedDelivery, leaseDueDeliveries } from './delivery-lease.ts'
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
const concurrency = 20
/** Concurrency limit per endpoint. */
const perEndpointConcurrency = 5
/** Concurrency limit per project: the slow endpoints of one project leave most slots to the others. */
const perProjectConcurrency = 8
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

type InFlight = Map<Promise<void>, Pick<LeasedDelivery, 'endpointId' | 'projectId'>>

function startDeliveryLoop(services: Deps, endpoints: EndpointFilter): AsyncDisposable {
  const inFlight: InFlight = new Map()
  const onFailure = ({ message }: Error) => services.log.error('webhook.delivery_failed', { message })
  const sending = runPeriodically({ intervalMs: pollIntervalMs, onFailure }, (signal) =>
    startDueDeliveries(services, endpoints, inFlight, signal),
  )
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await Promise.all(inFlight.keys())
    },
  }
}

/**
 * Starts due deliveries in free slots. A slot is released when its endpoint has responded: a slow endpoint
 * delays only its own deliveries, of which only a few run concurrently, and several slow ones only those of
 * their project.
 */
async function startDueDeliveries(
  services: Deps,
  endpoints: EndpointFilter,
  inFlight: InFlight,
  signal: AbortSignal,
): Promise<'more' | 'done'> {
  const freeSlots = concurrency - inFlight.size
  if (freeSlots === 0) {
    await Promise.race(inFlight.keys())
    return 'more'
  }
  const perEndpoint = findCapacity(
    [...inFlight.values()].map(({ endpointId }) => endpointId),
    perEndpointConcurrency,
  )
  const perProject = findCapacity(
    [...inFlight.values()].map(({ projectId }) => projectId),
    perProjectConcurrency,
  )
  const now = services.now()
  const due = await leaseDueDeliveries(services.database, {
    now,
    leasedUntil: new Date(now.getTime() + leaseMs),
    limit: freeSlots,
    limitPerEndpoint: perEndpoint.free,
    limitPerProject: perProject.free,
    endpoints,
    busyEndpoints: perEndpoint.busy,
    busyProjects: perProject.busy,
  })
  for (const delivery of due) {
    const sending = deliverAndRecord(services, delivery)
      .catch(({ message }: Error) => services.log.error('webhook.delivery_failed', { message }))
      .finally(() => inFlight.delete(sending))
    inFlight.set(sending, delivery)
  }
  if (due.length > 0) return 'more'
  if (inFlight.size === 0) return 'done'
  // More may be due to a busy endpoint: the next one is sent when it has responded, not in the next poll.
  const poll = sleep(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
  await Promise.race([...inFlight.keys(), poll])
  return 'more'
}

/**
 * Returns the ids with `limit` deliveries in flight, and how many more each other one may have. That number is
 * the same for all of them; those with fewer in flight get the rest in the next round.
 */
function findCapacity(idsInFlight: readonly string[], limit: number): { busy: string[]; free: number } {
  const counts = [...Map.groupBy(idsInFlight, (id) => id)].map(([id, all]) => ({ id, count: all.length }))
  const isBusy = ({ count }: { readonly count: number }) => count >= limit
  const highest = Math.max(0, ...counts.filter((one) => !isBusy(one)).map(({ count }) => count))
  return { busy: counts.filter(isBusy).map(({ id }) => id), free: limit - highest }
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
