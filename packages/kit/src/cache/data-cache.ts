import type { Store } from '../store.ts'

/** What is known of a piece of data. The same object until that changes. */
export type Snapshot<T> =
  | { readonly state: 'pending'; readonly promise: Promise<T> }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/** One piece of data, fetched when it is first asked for and kept while somebody watches. */
export interface CachedData<T> extends Store<Snapshot<T>> {
  /** The value, once it is there. Tries again after a failure. */
  load(): Promise<T>
  /** Fetches again. The present value stays until the answer is there, and stays when there is none. */
  refresh(): Promise<void>
}

/** Refreshes that are asked for within this time become one. */
const throttleMs = 300

/** A page that is left and entered again at once should not fetch again. */
const dropAfterMs = 5_000

/** Keeps data by key. `fetchData` is called for one key at a time. */
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
    if (listeners.size === 0) dropTimer = setTimeout(drop, dropAfterMs)
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
    // A failure is in the snapshot; whoever awaits the promise sees it there too.
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
