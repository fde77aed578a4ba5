import { setTimeout as sleep } from 'node:timers/promises'
import { runPeriodically } from '../run-periodically/run-periodically.ts'
import { createDeliverySlots, type DeliveryCapacity, type DeliverySlots } from './delivery-slots.ts'
import { responseTimeoutMs } from './post-event.ts'

/** Longer than an attempt can take. */
const leaseMs = responseTimeoutMs + 15_000
const pollIntervalMs = 1_000

export interface DueDelivery {
  readonly endpointId: string
  /** Owners take turns. */
  readonly ownerId: string
}

export interface LeaseTimes {
  readonly now: Date
  /** Other processes skip a leased delivery until then. */
  readonly leasedUntil: Date
}

interface DeliveryLoop<Delivery extends DueDelivery> {
  readonly now: () => Date
  /** Leases due deliveries for this process. */
  readonly lease: (due: DeliveryCapacity & LeaseTimes) => Promise<readonly Delivery[]>
  /** Attempts a delivery, and records the result. */
  readonly deliver: (delivery: Delivery) => Promise<void>
  readonly onFailure: (error: Error) => void
}

/**
 * Delivers events in the background until disposed. Safe in any number of processes: a delivery is leased by one of
 * them, and taken over by another if that process dies.
 */
export function startDeliveryLoop<Delivery extends DueDelivery>(
  loop: DeliveryLoop<Delivery>,
): AsyncDisposable {
  const slots = createDeliverySlots(loop.now)
  const sending = runPeriodically({ intervalMs: pollIntervalMs, onFailure: loop.onFailure }, (signal) =>
    startDueDeliveries(loop, slots, signal),
  )
  return {
    async [Symbol.asyncDispose]() {
      await sending[Symbol.asyncDispose]()
      await Promise.all(slots.running)
    },
  }
}

/** Starts due deliveries in free slots. */
async function startDueDeliveries<Delivery extends DueDelivery>(
  { now, lease, deliver, onFailure }: DeliveryLoop<Delivery>,
  slots: DeliverySlots,
  signal: AbortSignal,
): Promise<'more' | 'done'> {
  const capacity = slots.findCapacity()
  if (!capacity) {
    await Promise.race(slots.running)
    return 'more'
  }
  const at = now()
  const due = await lease({ now: at, leasedUntil: new Date(at.getTime() + leaseMs), ...capacity })
  for (const delivery of due) slots.run(delivery, () => deliver(delivery).catch(onFailure))
  if (due.length > 0 || slots.startRound()) return 'more'
  const running = [...slots.running]
  if (running.length === 0) return 'done'
  // More may be due to a busy endpoint: the next one is sent when it has responded, not in the next poll.
  const poll = sleep(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
  await Promise.race([...running, poll])
  return 'more'
}
