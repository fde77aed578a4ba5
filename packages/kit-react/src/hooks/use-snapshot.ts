import type { Snapshot } from '@parley/kit'
import { use } from 'react'

/**
 * Returns the value of a snapshot. Suspends while it is pending; failures throw to the nearest error
 * boundary. Settled snapshots never show the fallback.
 */
export function useSnapshot<T>(snapshot: Snapshot<T>): T {
  return use(toReadable(snapshot))
}

/** Returns the promise of a snapshot. Once settled, it has the fields that `use` reads without suspending. */
function toReadable<T>(snapshot: Snapshot<T>): Promise<T> {
  const { promise } = snapshot
  switch (snapshot.state) {
    case 'pending':
      return promise
    case 'ready':
      return Object.assign(promise, { status: 'fulfilled', value: snapshot.value })
    case 'failed':
      return Object.assign(promise, { status: 'rejected', reason: snapshot.error })
  }
}

export function fulfilledPromise<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
}
