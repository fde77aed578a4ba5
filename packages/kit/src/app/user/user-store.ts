import type { Store } from '@parley/primitives'
import { type CachedData, createDataCache, type Snapshot } from '../../cache/data-cache.ts'
import type { AppCore } from '../core.ts'
import { type CurrentUser, createCurrentUser } from './current-user.ts'

/** The signed-in user, anonymous users included. Updated on sign-in, sign-out and changes in other tabs. */
export interface UserStore extends Store<Snapshot<CurrentUser | null>> {
  load(): Promise<CurrentUser | null>
  refresh(): Promise<void>
}

const signedOut: Snapshot<null> = { state: 'ready', value: null }

export function createUserStore(core: AppCore, signOut: CurrentUser['signOut']): UserStore {
  const { tokens } = core.session
  // One cache entry per session, so that the data of one user is never shown to the next.
  const users = createDataCache(async () => {
    const result = await core.request('GET /users/me', {})
    return result.status === 'ok' ? createCurrentUser({ core, refresh, signOut }, result.data) : null
  })

  function entry(): CachedData<CurrentUser | null> | null {
    const present = tokens.get()
    return present ? users.entry(present.refreshToken) : null
  }

  async function refresh(): Promise<void> {
    await entry()?.refresh()
  }

  return {
    get: () => entry()?.get() ?? signedOut,
    load: async () => (await entry()?.load()) ?? null,
    refresh,
    subscribe(listener) {
      let watched = entry()
      let stopWatching = watched?.subscribe(listener)

      const stopFollowing = tokens.subscribe(() => {
        const present = entry()
        if (present === watched) return
        stopWatching?.()
        watched = present
        stopWatching = watched?.subscribe(listener)
        listener()
      })
      return () => {
        stopFollowing()
        stopWatching?.()
      }
    },
  }
}
