import type { Store } from '../store.ts'

/** The state of cached data. The same object until the state changes. */
export type Snapshot<T> =
  | { readonly state: 'pending'; readonly promise: Promise<T> }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/** A cache entry. Fetched on first access and retained while it has subscribers. */
export interface CachedData<T> extends Store<Snapshot<T>> {
  /** Returns the value, fetching it if needed. Retries after a failure. */
  load(): Promise<T>
  /** Refetches the value. The current value remains until the fetch succeeds. */
  refresh(): Promise<void>
}

/** Refreshes requested within this time are merged. */
const throttleMs = 300

/** Grace period after the last subscriber leaves, so that quick navigation does not refetch. */
const retentionMs = 5_000

/** Creates a cache of data by key, fetched with `fetchData`. */
export function createDataCache<T>(fetchData: (key: string) => Promise<T>) {
  const entries = new Map<string, CachedData<T>>()

  return {
    entry(key: string): CachedData<T> {
      const known = entries.get(key)
      if (known) return known
      const made = createEntry(
        () => fetchData(key),
        () => {
          if (entries.get(key) === made) entries.delete(key)
        },
      )
      entries.set(key, made)
      return made
    },
  }
}

function createEntry<T>(fetchData: () => Promise<T>, drop: () => void): CachedData<T> {
  const listeners = new Set<() => void>()
  let snapshot: Snapshot<T> | null = null
  let running: Promise<T> | null = null
  let queued: Promise<void> | null = null
  let startedAtMs = Number.NEGATIVE_INFINITY
  let dropTimer: ReturnType<typeof setTimeout> | undefined

  function dropLater(): void {
    clearTimeout(dropTimer)
    if (listeners.size === 0) dropTimer = setTimeout(drop, retentionMs)
  }

  function show(next: Snapshot<T>): void {
    snapshot = next
    for (const listener of [...listeners]) listener()
  }

  function run(): Promise<T> {
    startedAtMs = Date.now()
    const mine = fetchData()
      .then(
        (value) => {
          show({ state: 'ready', value })
          return value
        },
        (error: unknown) => {
          if (snapshot?.state !== 'ready') show({ state: 'failed', error })
          throw error
        },
      )
      .finally(() => {
        running = null
        dropLater()
      })
    running = mine
    // The snapshot contains the failure; this only avoids an unhandled rejection.
    mine.catch(() => {})
    return mine
  }

  function begin(): Promise<T> {
    const promise = run()
    snapshot = { state: 'pending', promise }
    return promise
  }

  async function runAfterOthers(): Promise<void> {
    await running?.catch(() => {})
    const waitMs = startedAtMs + throttleMs - Date.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    queued = null
    await run()
  }

  return {
    get() {
      if (snapshot) return snapshot
      const promise = begin()
      return snapshot ?? { state: 'pending', promise }
    },
    async load() {
      if (snapshot?.state === 'ready') return snapshot.value
      return await (snapshot?.state === 'pending' ? snapshot.promise : begin())
    },
    async refresh() {
      if (!snapshot) return
      queued ??= runAfterOthers()
      await queued
    },
    subscribe(listener) {
      listeners.add(listener)
      clearTimeout(dropTimer)
      return () => {
        listeners.delete(listener)
        dropLater()
      }
    },
  }
}
