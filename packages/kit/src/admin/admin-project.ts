import type { Json } from '../app/json.ts'
import type { Project } from '../app/project/project.ts'
import { useData } from '../app/use-data.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'
import {
  type AdminProjectConfig,
  type AdminProjectConfigUpdate,
  encodeConfig,
  toConfig,
} from './admin-project-config.ts'
import { findProductionModeErrors, type ProductionModeError } from './production-mode-errors.ts'

/** A project as its owners see it. */
export interface AdminProject extends Omit<Project, 'config'> {
  readonly description: string | null
  readonly createdAt: Date
  readonly isProductionMode: boolean
  /** The same as `logoFullUrl`. */
  readonly fullLogoUrl: string | null
  readonly config: AdminProjectConfig
  /** Omitted fields stay unchanged; lists replace the stored lists. */
  update(change: AdminProjectUpdate): Promise<void>
  /** Deletes the project and all its data. */
  delete(): Promise<void>
  /** The complete configuration as a tree. */
  getConfig(): Promise<ConfigTree>
  useConfig(): ConfigTree
  /** Changes keys of the configuration, which may be dotted, such as `auth.allowSignUp`. */
  updateConfig(change: ConfigTree): Promise<void>
  /** Returns what must change before production mode can be turned on. */
  getProductionModeErrors(): Promise<ProductionModeError[]>
  useProductionModeErrors(): ProductionModeError[]
}

/** A tree of objects, such as `{ auth: { allowSignUp: true } }`. */
export type ConfigTree = Json

export interface AdminProjectUpdate {
  readonly displayName?: string
  readonly description?: string
  readonly isProductionMode?: boolean
  readonly logoUrl?: string | null
  readonly logoFullUrl?: string | null
  /** The same as `logoFullUrl`. */
  readonly fullLogoUrl?: string | null
  readonly logoDarkModeUrl?: string | null
  readonly logoFullDarkModeUrl?: string | null
  readonly config?: AdminProjectConfigUpdate
}

export type WireProject = ServerData<'GET /internal/projects/current'>

/**
 * @param refresh - Refetches what shows the project.
 * @throws {Error} if the project is not that of the app.
 */
export function toAdminProject(
  core: ServerCore,
  wire: WireProject,
  refresh: () => Promise<void>,
): AdminProject {
  if (wire.id !== core.projectId)
    throw new Error(`The project ${wire.id} is not the project ${core.projectId} of the app.`)
  const config = toConfig(wire.config)
  const findErrors = () => findProductionModeErrors(wire.id, config)

  return {
    id: wire.id,
    displayName: wire.display_name,
    description: wire.description,
    createdAt: new Date(wire.created_at_millis),
    isProductionMode: wire.is_production_mode,
    logoUrl: wire.logo_url ?? null,
    logoFullUrl: wire.logo_full_url ?? null,
    fullLogoUrl: wire.logo_full_url ?? null,
    logoDarkModeUrl: wire.logo_dark_mode_url ?? null,
    logoFullDarkModeUrl: wire.logo_full_dark_mode_url ?? null,
    config,
    async update(change) {
      await core.server('PATCH /internal/projects/current', { body: encodeProject(change) })
      await refresh()
    },
    async delete() {
      await core.server('DELETE /internal/projects/current', {})
    },
    getConfig: () => getConfig(core),
    useConfig: () => useData(core.userData('project config', () => getConfig(core))),
    async updateConfig(change) {
      await updateConfig(core, change)
      await refresh()
    },
    getProductionModeErrors: async () => findErrors(),
    useProductionModeErrors: findErrors,
  }
}

export function encodeProject(change: AdminProjectUpdate) {
  return {
    display_name: change.displayName,
    description: change.description,
    is_production_mode: change.isProductionMode,
    logo_url: change.logoUrl,
    logo_full_url: change.logoFullUrl === undefined ? change.fullLogoUrl : change.logoFullUrl,
    logo_dark_mode_url: change.logoDarkModeUrl,
    logo_full_dark_mode_url: change.logoFullDarkModeUrl,
    config: change.config && encodeConfig(change.config),
  }
}

async function getConfig(core: ServerCore): Promise<ConfigTree> {
  return JSON.parse((await core.server('GET /internal/config', {})).config_string)
}

async function updateConfig(core: ServerCore, change: ConfigTree): Promise<void> {
  const body = { config_override_string: JSON.stringify(change) }
  await core.server('PATCH /internal/config/override', { body })
  await core.userData('project config', () => getConfig(core)).refresh()
}
