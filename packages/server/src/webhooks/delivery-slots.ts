import { createSlowOwners } from '../slow-owners/slow-owners.ts'

const concurrency = 20
/** Slots for owners with no other delivery in flight whose endpoints have responded quickly. */
const reserved = 5
/** Concurrency limit per endpoint. */
const perEndpointConcurrency = 5
/** Concurrency limit for the endpoints of one owner: at most a third of all slots. */
const perOwnerConcurrency = 6
/** A response after this time is slow. */
const slowAfterMs = 3_000

/** Where a delivery goes. */
interface Destination {
  readonly endpointId: string
  readonly ownerId: string
}

/** Which deliveries may start now. */
export interface DeliveryCapacity {
  readonly limit: number
  readonly limitPerEndpoint: number
  readonly limitPerOwner: number
  /** Endpoints at their concurrency limit. */
  readonly busyEndpoints: readonly string[]
  /** Owners at their concurrency limit, and those that wait for their turn. */
  readonly busyOwners: readonly string[]
}

/** The concurrent deliveries of one loop. */
export interface DeliverySlots {
  /** Takes a slot until the delivery has ended. */
  run(destination: Destination, deliver: () => Promise<void>): void
  /**
   * Begins a round: owners that got a slot in the last one may get another. Returns whether there were any.
   */
  startRound(): boolean
  /** Returns which deliveries may start now, or null if no slot is free. */
  findCapacity(): DeliveryCapacity | null
  /** The deliveries in flight. */
  readonly running: Iterable<Promise<void>>
}

/**
 * Creates the slots of a loop. A slot is released when its endpoint has responded: a slow endpoint delays only its own
 * deliveries, of which only a few run concurrently, and several slow ones only those of their owner. However many owners
 * are slow, the reserved slots remain for the others. Owners take turns in rounds, so that the backlog of many owners
 * delays another one by one delivery of each.
 */
export function createDeliverySlots(now: () => Date): DeliverySlots {
  const inFlight = new Map<Promise<void>, Destination>()
  const slowOwners = createSlowOwners(now)
  const servedInRound = new Set<string>()

  return {
    running: { [Symbol.iterator]: () => inFlight.keys() },
    startRound() {
      const hasServed = servedInRound.size > 0
      servedInRound.clear()
      return hasServed
    },
    run(destination, deliver) {
      servedInRound.add(destination.ownerId)
      const startedAt = now().getTime()
      const running = deliver().finally(() => {
        inFlight.delete(running)
        if (now().getTime() - startedAt >= slowAfterMs) slowOwners.add(destination.ownerId)
      })
      inFlight.set(running, destination)
    },
    findCapacity() {
      const destinations = [...inFlight.values()]
      const endpointIds = destinations.map(({ endpointId }) => endpointId)
      const ownerIds = destinations.map(({ ownerId }) => ownerId)
      const free = concurrency - inFlight.size
      if (free === 0) return null
      if (free <= reserved)
        return {
          limit: free,
          limitPerEndpoint: 1,
          limitPerOwner: 1,
          busyEndpoints: [],
          busyOwners: [...ownerIds, ...slowOwners.list(), ...servedInRound],
        }

      const perEndpoint = countFree(endpointIds, perEndpointConcurrency)
      const perOwner = countFree(ownerIds, perOwnerConcurrency)
      return {
        limit: free - reserved,
        limitPerEndpoint: perEndpoint.free,
        limitPerOwner: perOwner.free,
        busyEndpoints: perEndpoint.busy,
        busyOwners: [...perOwner.busy, ...servedInRound],
      }
    },
  }
}

/**
 * Returns the ids with `limit` deliveries in flight, and how many more each other one may have. That number is
 * the same for all of them; those with fewer in flight get the rest in the next round.
 */
function countFree(idsInFlight: readonly string[], limit: number): { busy: string[]; free: number } {
  const counts = [...Map.groupBy(idsInFlight, (id) => id)].map(([id, all]) => ({ id, count: all.length }))
  const isBusy = ({ count }: { readonly count: number }) => count >= limit
  const highest = Math.max(0, ...counts.filter((one) => !isBusy(one)).map(({ count }) => count))
  return { busy: counts.filter(isBusy).map(({ id }) => id), free: limit - highest }
}
