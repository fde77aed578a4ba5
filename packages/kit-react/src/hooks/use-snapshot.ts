import type { Snapshot } from '@parley/kit'
import { use } from 'react'

/** A settled promise with the fields that React's `use` reads synchronously. */
type KnownPromise<T> = Promise<T> & { status?: 'fulfilled' | 'rejected'; value?: T; reason?: unknown }

const promises = new WeakMap<Snapshot<unknown>, Promise<unknown>>()

/**
 * Returns the value of a snapshot. Suspends while it is pending; failures throw to the nearest error
 * boundary. Settled snapshots never show the fallback.
 */
export function useSnapshot<T>(snapshot: Snapshot<T>): T {
  return use(toPromise(snapshot))
}

function toPromise<T>(snapshot: Snapshot<T>): Promise<T> {
  const known = promises.get(snapshot) as Promise<T> | undefined
  if (known !== undefined) return known

  const promise = snapshot.state === 'pending' ? snapshot.promise : createSettledPromise(snapshot)
  promises.set(snapshot, promise)
  return promise
}

function createSettledPromise<T>(snapshot: Exclude<Snapshot<T>, { state: 'pending' }>): Promise<T> {
  if (snapshot.state === 'ready') return fulfilledPromise(snapshot.value)

  const promise: KnownPromise<T> = Promise.reject(snapshot.error)
  promise.catch(() => {})
  return Object.assign(promise, { status: 'rejected', reason: snapshot.error } as const)
}

export function fulfilledPromise<T>(value: T): Promise<T> {
  const promise: KnownPromise<T> = Promise.resolve(value)
  return Object.assign(promise, { status: 'fulfilled', value } as const)
}
