import type { CachedData } from '../cache/data-cache.ts'
import type { AppCore } from './core.ts'

/** A list that belongs to a user or a team, for callers and for components. */
export interface Collection<T> {
  /** Fetches the list. */
  list(): Promise<T[]>
  readonly data: CachedData<T[]>
  /** Refetches the list where a component shows it. */
  refresh(): Promise<void>
}

/** Creates a list of a user. The name identifies it among all data of the session. */
export function createCollection<T>(core: AppCore, name: string, list: () => Promise<T[]>): Collection<T> {
  return {
    list,
    get data() {
      return core.userData(name, list)
    },
    refresh: () => core.userData(name, list).refresh(),
  }
}
