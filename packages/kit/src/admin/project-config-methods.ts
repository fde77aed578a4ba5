import type { Json } from '../app/json.ts'
import { useData } from '../app/use-data.ts'
import type { CachedData } from '../cache/data-cache.ts'
import type { ServerCore } from '../server/app/server-core.ts'

/** A tree of objects, such as `{ auth: { allowSignUp: true } }`. Keys of a change may be dotted: `auth.allowSignUp`. */
export type ConfigTree = Json

/** The levels of the public SDK. All change the same configuration, which is read at the level `environment`. */
type ConfigLevel = 'branch' | 'environment'

/** The origin of a configuration. It is not recorded, so that a project always has `unlinked`. */
export type PushedConfigSource =
  | { readonly type: 'pushed-from-unknown' | 'unlinked' }
  | {
      readonly type: 'pushed-from-github'
      readonly owner: string
      readonly repo: string
      readonly branch: string
      readonly commitHash: string
      readonly configFilePath: string
      readonly workflowPath?: string
    }

/** The configuration of a project as a tree. */
export interface ProjectConfigMethods {
  /** The complete configuration. */
  getConfig(): Promise<ConfigTree>
  useConfig(): ConfigTree
  updateConfig(change: ConfigTree): Promise<void>
  /** Sets keys as a command-line tool does. Omitted keys stay unchanged. */
  pushConfig(config: ConfigTree, options: { readonly source: PushedConfigSource }): Promise<void>
  updatePushedConfig(config: ConfigTree): Promise<void>
  getPushedConfigSource(): Promise<PushedConfigSource>
  /** Has no effect, because no source is recorded. */
  unlinkPushedConfigSource(): Promise<void>
  /** The keys that were set. */
  getConfigOverride(level: ConfigLevel): Promise<ConfigTree>
  /** Sets keys. Omitted keys stay unchanged. */
  replaceConfigOverride(level: ConfigLevel, config: ConfigTree): Promise<void>
  /** Sets keys, and the keys below them, to their defaults. */
  resetConfigOverrideKeys(level: ConfigLevel, keys: readonly string[]): Promise<void>
}

/** @param refreshProject - Refetches what shows the project. */
export function createProjectConfigMethods(
  core: ServerCore,
  refreshProject: () => Promise<void>,
): ProjectConfigMethods {
  const getConfig = async (): Promise<ConfigTree> =>
    JSON.parse((await core.server('GET /internal/config', {})).config_string)
  const data = (): CachedData<ConfigTree> => core.userData('project config', getConfig)
  const refresh = async () => void (await Promise.all([data().refresh(), refreshProject()]))

  async function put(level: ConfigLevel, config: ConfigTree, source?: PushedConfigSource): Promise<void> {
    const body = { config_string: JSON.stringify(config), source: source && { ...source } }
    await core.server('PUT /internal/config/override/{level}', { params: { level }, body })
    await refresh()
  }
  return {
    getConfig,
    useConfig: () => useData(data()),
    async updateConfig(change) {
      const body = { config_override_string: JSON.stringify(change) }
      await core.server('PATCH /internal/config/override', { body })
      await refresh()
    },
    pushConfig: (config, { source }) => put('branch', config, source),
    updatePushedConfig: (config) => put('branch', config),
    getPushedConfigSource: async () => (await core.server('GET /internal/config/source', {})).source,
    async unlinkPushedConfigSource() {
      await core.server('DELETE /internal/config/source', {})
    },
    async getConfigOverride(level) {
      const wire = await core.server('GET /internal/config/override/{level}', { params: { level } })
      return JSON.parse(wire.config_string)
    },
    replaceConfigOverride: (level, config) => put(level, config),
    async resetConfigOverrideKeys(level, keys) {
      const params = { level }
      const body = { keys: [...keys] }
      await core.server('POST /internal/config/override/{level}/reset-keys', { params, body })
      await refresh()
    },
  }
}
