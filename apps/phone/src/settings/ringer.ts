import type { me } from '@parley/contract/phone'
import { createObjectStore, type Store } from '@parley/primitives'
import { type QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import type { PhoneQueries } from '../api/queries.ts'

/** How calls ring; the volume is in percent. */
export type Ringer = Pick<me.UserSettings, 'ringtone' | 'ringVolume'>

const usualRinger: Ringer = { ringtone: 'classic', ringVolume: 100 }

interface RingerStore extends Store<Ringer> {
  close(): void
}

/**
 * Follows how calls ring for the user: silently until the settings are loaded, and as usual when they cannot be
 * loaded.
 */
export function trackRinger(queryClient: QueryClient, queries: Pick<PhoneQueries, 'settings'>): RingerStore {
  const { get, subscribe, change } = createObjectStore<Ringer>({ ...usualRinger, ringVolume: 0 })
  const follow = ({ data, failureCount }: QueryObserverResult<me.UserSettings>) => {
    if (data) change({ ringtone: data.ringtone, ringVolume: data.ringVolume })
    else if (failureCount > 0) change(usualRinger)
  }
  const observer = new QueryObserver(queryClient, queries.settings())
  const close = observer.subscribe(follow)
  follow(observer.getCurrentResult())
  return { get, subscribe, close }
}
