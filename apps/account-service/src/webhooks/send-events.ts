import { type OutboundLimits, outboundFetch } from '@parley/server'
import { type InferResult, sql } from 'kysely'
import type { Services } from '../services.ts'
import { webhookSecretPurpose } from './endpoints.ts'
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
const lookEveryMs = secondMs
/** What was told, or parked, is kept for the log this long. */
const keptMs = 30 * dayMs

/**
 * Tells addresses what happened, until it is disposed. Any number of processes may do so on one database: a delivery is
 * taken by one of them at a time, and is taken up by another when that one dies.
 */
export function keepSendingEvents(services: Needs): AsyncDisposable {
  const stopped = new AbortController()
  const sending = loop(services, stopped.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await sending
    },
  }
}

async function loop(services: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const sent = await sendDue(services).catch((error: Error) => {
      services.log.error('webhooks.not_sent', { message: error.message })
      return 0
    })
    if (sent < atOnce) await pause(lookEveryMs, signal)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Sends what is due, some at once. Answers how many there were. */
async function sendDue(services: Needs): Promise<number> {
  const due = await takeDue(services)
  await Promise.all(due.map((delivery) => send(services, delivery)))
  return due.length
}

function selectTaken({ database, now }: Needs, ids: readonly string[]) {
  return database
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select([
      'delivery.id',
      'delivery.attempts',
      'endpoint_id',
      'event_id',
      'type',
      'data',
      'url',
      'sealed_secret',
    ])
    .select((select) =>
      select
        .case()
        .when('previous_secret_ends_at', '>', now())
        .then(select.ref('sealed_previous_secret'))
        .end()
        .as('sealed_previous_secret'),
    )
    .where('delivery.id', 'in', ids)
}

type Delivery = InferResult<ReturnType<typeof selectTaken>>[number]

async function takeDue(services: Needs): Promise<Delivery[]> {
  const { database, now } = services
  const taken = await database
    .updateTable('webhook_deliveries')
    .set({
      next_attempt_at: new Date(now().getTime() + leaseMs),
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', 'in', (select) =>
      select
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<=', now())
        .where('endpoint_id', 'in', (inner) =>
          inner.selectFrom('webhook_endpoints').select('id').where('is_enabled', '=', true),
        )
        .orderBy('next_attempt_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  return await selectTaken(
    services,
    taken.map(({ id }) => id),
  ).execute()
}

async function send(services: Needs, delivery: Delivery): Promise<void> {
  const { now } = services
  const at = now()
  const startedAt = performance.now()
  const { status, error } = await attempt(services, delivery, at)
  const wasTold = status !== null && status >= 200 && status < 300
  const waitMs = waitsMs[delivery.attempts - 1]

  await services.database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_deliveries')
      .set(
        wasTold
          ? { state: 'delivered' as const, next_attempt_at: null }
          : waitMs === undefined || status === 410
            ? { state: 'parked' as const, next_attempt_at: null }
            : { next_attempt_at: new Date(now().getTime() + waitMs * (0.9 + Math.random() / 5)) },
      )
      .where('id', '=', delivery.id)
      .execute()
    // Gone (RFC 9110, section 15.5.11): whoever is there says that they want to be told no more.
    if (status === 410)
      await transaction
        .updateTable('webhook_endpoints')
        .set({ is_enabled: false })
        .where('id', '=', delivery.endpoint_id)
        .execute()
    await transaction
      .insertInto('webhook_attempts')
      .values({
        delivery_id: delivery.id,
        at,
        duration_ms: Math.round(performance.now() - startedAt),
        status,
        error,
      })
      .execute()
  })
}

async function attempt(
  { secrets, options }: Needs,
  delivery: Delivery,
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
  await database
    .deleteFrom('webhook_events as event')
    .where('created_at', '<', new Date(now().getTime() - keptMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('id')
            .whereRef('event_id', '=', 'event.id')
            .where('state', '=', 'pending'),
        ),
      ),
    )
    .execute()
}
