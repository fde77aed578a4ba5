import type { Store } from '@parley/primitives'
import { createDataCache, type FillableData, type Snapshot } from '../../cache/data-cache.ts'
import type { AppCore } from '../core.ts'
import type { CurrentUser } from './current-user.ts'
import type { UserStoreDeps, WireUser } from './user-deps.ts'

/** The signed-in user, anonymous users included. Updated on sign-in, sign-out and changes in other tabs. */
export interface UserStore<User = CurrentUser> extends Store<Snapshot<User | null>> {
  load(): Promise<User | null>
  /** Fetches the user even if it is cached. */
  fetch(): Promise<User | null>
  refresh(): Promise<void>
}

/** A store whose user can be set without a request, as a server has fetched it. */
export interface FillableUserStore<User> extends UserStore<User> {
  fill(user: Promise<WireUser | null>): void
}

const signedOut: Snapshot<null> = { state: 'ready', value: null, promise: Promise.resolve(null) }

export function createUserStore<User>(
  core: AppCore,
  createUser: (deps: UserStoreDeps, wire: WireUser) => User,
): FillableUserStore<User> {
  const { tokens } = core.session
  const toUser = (wire: WireUser | null) => (wire ? createUser({ core, refresh }, wire) : null)
  // One cache entry per session, so that the data of one user is never shown to the next.
  const users = createDataCache(async () => {
    const result = await core.request('GET /users/me', {})
    return result.status === 'ok' ? toUser(result.data) : null
  })

  function entry(): FillableData<User | null> | null {
    const present = tokens.get()
    return present ? users.entry(present.refreshToken) : null
  }

  async function refresh(): Promise<void> {
    await entry()?.refresh()
  }

  return {
    get: () => entry()?.get() ?? signedOut,
    load: async () => (await entry()?.load()) ?? null,
    fetch: async () => (await entry()?.fetch()) ?? null,
    refresh,
    fill: (user) => entry()?.fill(user.then(toUser)),
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
