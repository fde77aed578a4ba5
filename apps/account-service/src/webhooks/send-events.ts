import { type OutboundLimits, outboundFetch, repeatedly } from '@parley/server'
import type { Services } from '../services.ts'
import {
  deliveriesToCome,
  noteAttempt,
  parkDeliveries,
  type TakenDelivery,
  takeDueDeliveries,
} from './deliveries.ts'
import { changeEndpoint, webhookSecretPurpose } from './endpoints.ts'
import { deleteEventsBefore } from './events.ts'
import { signatureHeaders } from './signature.ts'

type Needs = Pick<Services, 'database' | 'secrets' | 'options' | 'log' | 'now'>

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Waits after each failure. After the last it is parked: three days have gone by. */
export const waitsMs: readonly number[] = [
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

const answerPatienceMs = 15 * secondMs
/** Others leave a delivery alone for as long as one attempt can take, and a little. */
const leaseMs = answerPatienceMs + 15 * secondMs
const atOnce = 20
/** Deliveries to one address that are under way at a time. */
const atOnceForOne = 5
const lookEveryMs = secondMs
/** What was told, or parked, is kept for the log this long. */
const keptMs = 30 * dayMs

/**
 * Tells addresses what happened, until it is disposed. Any number of processes may do so on one database: a delivery is
 * taken by one of them at a time, and is taken up by another when that one dies.
 */
export function keepSendingEvents(services: Needs): AsyncDisposable {
  const underWay = new Map<Promise<void>, string>()
  const onFailure = ({ message }: Error) => services.log.error('webhooks.not_sent', { message })
  const sending = repeatedly({ everyMs: lookEveryMs, onFailure }, () => sendDue(services, underWay))
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await Promise.all(underWay.keys())
    },
  }
}

/**
 * Begins to send what is due, as far as there are places free. Each place is free again when its own address has answered:
 * one that never does holds up only what is for it, of which a few are under way at a time.
 */
async function sendDue(services: Needs, underWay: Map<Promise<void>, string>): Promise<'more' | 'done'> {
  const places = atOnce - underWay.size
  if (places === 0) {
    await Promise.race(underWay.keys())
    return 'more'
  }
  const counts = [...Map.groupBy(underWay.values(), (endpointId) => endpointId)].map(([endpointId, all]) => ({
    endpointId,
    count: all.length,
  }))
  const isBusy = ({ count }: { readonly count: number }) => count >= atOnceForOne
  const mostUnderWay = Math.max(0, ...counts.filter((one) => !isBusy(one)).map(({ count }) => count))
  const now = services.now()
  const due = await takeDueDeliveries(services.database, {
    now,
    leasedUntil: new Date(now.getTime() + leaseMs),
    most: places,
    // For each address alike: one that has none under way yet gets the rest the next time.
    mostForOne: atOnceForOne - mostUnderWay,
    busyEndpoints: counts.filter(isBusy).map(({ endpointId }) => endpointId),
  })
  for (const delivery of due) {
    const sending = send(services, delivery)
      .catch(({ message }: Error) => services.log.error('webhooks.not_sent', { message }))
      .finally(() => underWay.delete(sending))
    underWay.set(sending, delivery.endpoint_id)
  }
  return due.length > 0 ? 'more' : 'done'
}

async function send(services: Needs, delivery: TakenDelivery): Promise<void> {
  const { now } = services
  const at = now()
  const startedAt = performance.now()
  const { status, error } = await attempt(services, delivery, at)
  const wasTold = status !== null && status >= 200 && status < 300
  const waitMs = waitsMs[delivery.attempts - 1]

  const next = wasTold
    ? { state: 'delivered' as const, next_attempt_at: null }
    : waitMs === undefined || status === 410
      ? { state: 'parked' as const, next_attempt_at: null }
      : { next_attempt_at: new Date(now().getTime() + waitMs * (0.9 + Math.random() / 5)) }
  const durationMs = Math.round(performance.now() - startedAt)

  await services.database
    .transaction()
    .execute((transaction) => noteAttempt(transaction, delivery.id, { at, durationMs, status, error }, next))
  if (status === 410) await switchOff(services, delivery.endpoint_id)
}

/** Gone (RFC 9110, section 15.5.11): whoever is there says that they want to be told no more. */
async function switchOff({ database }: Needs, endpointId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await changeEndpoint(transaction, endpointId, { is_enabled: false })
    await parkDeliveries(transaction, endpointId)
  })
}

async function attempt(
  { secrets, options }: Needs,
  delivery: TakenDelivery,
  at: Date,
): Promise<{ status: number | null; error: string | null }> {
  const body = JSON.stringify({ type: delivery.type, data: delivery.data })
  const signing = [delivery.sealed_secret, delivery.sealed_previous_secret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secrets.open(sealed, webhookSecretPurpose))
  const limits: OutboundLimits = {
    timeoutMs: answerPatienceMs,
    maxBytes: 64 * 1024,
    allowedNetworks: options.outboundNetworks,
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
          ...signatureHeaders({ id: delivery.event_id, body, at }, signing),
        },
      },
      limits,
    )
    return { status, error: null }
  } catch (error) {
    return { status: null, error: (error as Error).message.slice(0, 500) }
  }
}

/** Removes what the log need not tell any more. What is still to be told stays. */
export async function deleteOldEvents({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await deleteEventsBefore(database, new Date(now().getTime() - keptMs), deliveriesToCome(database))
}
