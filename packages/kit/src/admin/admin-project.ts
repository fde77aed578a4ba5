import type { Project } from '../app/project/project.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'
import {
  type AdminProjectConfig,
  type AdminProjectConfigUpdate,
  encodeConfig,
  toConfig,
} from './admin-project-config.ts'
import { findProductionModeErrors, type ProductionModeError } from './production-mode-errors.ts'
import { createProjectConfigMethods, type ProjectConfigMethods } from './project-config-methods.ts'

/** A project as its owners see it. */
export interface AdminProject extends Omit<Project, 'config'>, ProjectConfigMethods {
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
  /** Returns what must change before production mode can be turned on. */
  getProductionModeErrors(): Promise<ProductionModeError[]>
  useProductionModeErrors(): ProductionModeError[]
}

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
    ...createProjectConfigMethods(core, refresh),
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
