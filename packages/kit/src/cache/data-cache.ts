import { type Store, sleep } from '@parley/primitives'

/** The state of cached data. The same object until the state changes. */
export type Snapshot<T> = (
  | { readonly state: 'pending' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }
) & {
  /** The promise of the fetch: the same one while it is pending and afterwards. */
  readonly promise: Promise<T>
}

/** A cache entry. Fetched on first access and retained while it has subscribers. */
export interface CachedData<T> extends Store<Snapshot<T>> {
  /** Returns the value, fetching it if needed. Retries after a failure. */
  load(): Promise<T>
  /** Fetches the value even if it is cached, and returns it. A fetch that runs is shared. */
  fetch(): Promise<T>
  /** Refetches the value. The current value remains until the fetch succeeds. */
  refresh(): Promise<void>
}

/** A cache entry that can also be filled with data from elsewhere. */
export interface FillableData<T> extends CachedData<T> {
  fill(data: Promise<T>): void
}

/** Refreshes requested within this time are merged. */
const throttleMs = 300

/** Grace period after the last subscriber leaves, so that quick navigation does not refetch. */
const retentionMs = 5_000

/** Creates a cache of data by key, fetched with `fetchData`. */
export function createDataCache<T>(fetchData: (key: string) => Promise<T>) {
  const entry = createEntries()
  return { entry: (key: string): FillableData<T> => entry(key, () => fetchData(key)) }
}

/** Returns the cached data of a key, which always has the same type. */
export type CacheEntries = <T>(key: string, fetchData: () => Promise<T>) => FillableData<T>

/** Creates a cache whose entries have their own functions to fetch them. */
export function createEntries(): CacheEntries {
  const entries = new Map<string, unknown>()

  return <T>(key: string, fetchData: () => Promise<T>) => {
    const known = entries.get(key)
    if (known) return known as FillableData<T>
    const created: FillableData<T> = new CacheEntry(fetchData, () => {
      if (entries.get(key) === created) entries.delete(key)
    })
    entries.set(key, created)
    return created
  }
}

/** One entry of a cache. Its methods are fields, because React reads a store through unbound functions. */
class CacheEntry<T> implements FillableData<T> {
  readonly #fetchData: () => Promise<T>
  readonly #drop: () => void
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot<T> | null = null
  #running: Promise<T> | null = null
  #queued: Promise<void> | null = null
  #startedAtMs = Number.NEGATIVE_INFINITY
  #dropTimer: ReturnType<typeof setTimeout> | undefined

  constructor(fetchData: () => Promise<T>, drop: () => void) {
    this.#fetchData = fetchData
    this.#drop = drop
  }

  readonly get = (): Snapshot<T> => this.#snapshot ?? this.#begin()

  readonly load = async (): Promise<T> => {
    const snapshot = this.#snapshot
    if (snapshot?.state === 'ready') return snapshot.value
    return await (snapshot?.state === 'pending' ? snapshot : this.#begin()).promise
  }

  readonly fetch = async (): Promise<T> =>
    await (this.#running ?? (this.#snapshot ? this.#run(this.#fetchData()) : this.#begin().promise))

  readonly refresh = async (): Promise<void> => {
    if (!this.#snapshot) {
      // The entry may have been created only to be refreshed.
      this.#dropLater()
      return
    }
    this.#queued ??= this.#runAfterPending()
    await this.#queued
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    clearTimeout(this.#dropTimer)
    return () => {
      this.#listeners.delete(listener)
      this.#dropLater()
    }
  }

  readonly fill = (data: Promise<T>): void => {
    this.#begin(data)
  }

  #begin(data = this.#fetchData()) {
    const pending = { state: 'pending', promise: this.#run(data) } as const
    this.#snapshot = pending
    return pending
  }

  #run(data: Promise<T>): Promise<T> {
    this.#startedAtMs = Date.now()
    this.#running = data
    const finish = (snapshot: Snapshot<T>) => {
      // The data of a fetch that started later is newer, whichever of them ends first.
      if (this.#running !== data) return
      this.#running = null
      if (snapshot.state === 'ready' || this.#snapshot?.state !== 'ready') this.#show(snapshot)
      this.#dropLater()
    }
    data.then(
      (value) => finish({ state: 'ready', value, promise: data }),
      (error: unknown) => finish({ state: 'failed', error, promise: data }),
    )
    return data
  }

  async #runAfterPending(): Promise<void> {
    await this.#running?.catch(() => {})
    const waitMs = this.#startedAtMs + throttleMs - Date.now()
    if (waitMs > 0) await sleep(waitMs)
    this.#queued = null
    await this.#run(this.#fetchData())
  }

  #show(snapshot: Snapshot<T>): void {
    this.#snapshot = snapshot
    for (const listener of [...this.#listeners]) listener()
  }

  #dropLater(): void {
    clearTimeout(this.#dropTimer)
    if (this.#listeners.size === 0) this.#dropTimer = setTimeout(this.#drop, retentionMs)
  }
}
