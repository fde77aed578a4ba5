import type { CachedData } from '../cache/data-cache.ts'

type UseData = <T>(data: CachedData<T>) => T

let implementation: UseData | null = null

/** Sets the function with which components read cached data. The React package calls it. */
export function setUseData(useData: UseData): void {
  implementation = useData
}

/**
 * Returns cached data in a component.
 *
 * @throws {Error} without the React package.
 */
export function useData<T>(data: CachedData<T>): T {
  if (!implementation) throw new Error('Methods that begin with `use` require @parley/kit-react.')
  return implementation(data)
}
