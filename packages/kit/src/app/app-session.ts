import { createHttpOnlySession } from '../session/http-only/http-only-session.ts'
import { createMissingTokenStore } from '../session/memory-token-store.ts'
import {
  createRequestTokenStore,
  createTokenStore,
  type TokenStoreInit,
} from '../session/token-store-init.ts'
import { getBrowserLocks } from '../session/with-tab-lock.ts'
import { type AppCore, createAppCore, type SessionSource } from './core.ts'
import type { ResolvedOptions } from './options.ts'
import type { FillableUserStore } from './user/user-store.ts'

/** A session of an app and its user: that of its token store, or that of the token store of a call. */
export interface AppSession<User> {
  readonly core: AppCore
  readonly user: FillableUserStore<User>
}

/** Creates the store of the signed-in user of a session. */
export type CreateUsers<User> = (core: AppCore) => FillableUserStore<User>

function createAppSession<User>(
  options: ResolvedOptions,
  source: SessionSource,
  createUsers: CreateUsers<User>,
): AppSession<User> {
  const core = createAppCore(options, source)
  return { core, user: createUsers(core) }
}

/** Creates the session of an app's own token store. */
export function createOwnSession<User>(
  options: ResolvedOptions,
  createUsers: CreateUsers<User>,
): AppSession<User> {
  return createAppSession(options, selectSource(options), createUsers)
}

function selectSource(options: ResolvedOptions): SessionSource {
  const { tokenStore, projectId } = options
  if (tokenStore !== 'http-only')
    return { tokens: createTokenStore(tokenStore, projectId) ?? createMissingTokenStore() }
  // Servers serve many users, so they cannot share one session.
  return typeof document === 'undefined'
    ? { tokens: createMissingTokenStore() }
    : createHttpOnlySession({ ...options, locks: options.locks ?? getBrowserLocks() })
}

/**
 * Returns the session of the token store of a call.
 *
 * @throws {Error} if neither the app nor the call has a token store.
 */
export async function openAppSession<User>(
  own: AppSession<User>,
  tokenStore: TokenStoreInit | undefined,
  createUsers: CreateUsers<User>,
): Promise<AppSession<User>> {
  const { settings } = own.core
  const init = tokenStore === undefined ? settings.tokenStore : tokenStore
  if (init === null) throw new Error('This app has no token store. Pass one as `tokenStore`.')
  if (init === 'nextjs-cookie' && typeof document === 'undefined') {
    const tokens = await createRequestTokenStore(settings.projectId)
    return createAppSession(settings, { tokens: tokens ?? createMissingTokenStore() }, createUsers)
  }
  if (init === settings.tokenStore) return own
  return createOwnSession({ ...settings, tokenStore: init }, createUsers)
}

/** Creates the function that returns the session of a token store: the same one in each rendering. */
export function createSessionLookup<User>(
  own: AppSession<User>,
  createUsers: CreateUsers<User>,
): (tokenStore: TokenStoreInit | undefined) => AppSession<User> {
  const { settings } = own.core
  const sessionsByName = new Map<unknown, AppSession<User>>()
  const sessionsByObject = new WeakMap<object, AppSession<User>>()
  return (tokenStore = settings.tokenStore) => {
    if (tokenStore === settings.tokenStore) return own
    const isObject = typeof tokenStore === 'object' && tokenStore !== null
    const known = isObject ? sessionsByObject.get(tokenStore) : sessionsByName.get(tokenStore)
    if (known) return known
    const created = createOwnSession({ ...settings, tokenStore }, createUsers)
    if (isObject) sessionsByObject.set(tokenStore, created)
    else sessionsByName.set(tokenStore, created)
    return created
  }
}
