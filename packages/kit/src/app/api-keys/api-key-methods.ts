import { type Collection, createCollection } from '../collection.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'
import type {
  ApiKeyMethods,
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView,
} from './api-key.ts'
import type { ApiKeyRequests } from './api-key-requests.ts'

export function createUserApiKeyMethods(
  core: AppCore,
  userId: string,
): ApiKeyMethods<UserApiKey, UserApiKeyFirstView> {
  return createMethods(core, `user-api-keys ${userId}`, async (refresh) =>
    (await import('./api-key-requests.ts')).createUserApiKeyRequests(core, userId, refresh),
  )
}

export function createTeamApiKeyMethods(
  core: AppCore,
  teamId: string,
): ApiKeyMethods<TeamApiKey, TeamApiKeyFirstView> {
  return createMethods(core, `team-api-keys ${teamId}`, async (refresh) =>
    (await import('./api-key-requests.ts')).createTeamApiKeyRequests(core, teamId, refresh),
  )
}

/** @param load - Loads the requests when they are needed, because few pages show API keys. */
function createMethods<Key, FirstView>(
  core: AppCore,
  name: string,
  load: (refresh: () => Promise<void>) => Promise<ApiKeyRequests<Key, FirstView>>,
): ApiKeyMethods<Key, FirstView> {
  const keys: Collection<Key> = createCollection(core, name, async () => (await load(refresh)).list())
  // A failure does not undo the change, whose result is returned: a new key cannot be read again.
  const refresh = () => keys.refresh().catch(() => undefined)
  return {
    async createApiKey(options) {
      const created = await (await load(refresh)).create(options)
      await refresh()
      return created
    },
    listApiKeys: keys.list,
    useApiKeys: () => useData(keys.data),
  }
}
