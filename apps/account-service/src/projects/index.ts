import type { AccountHandlers } from '../platform/request-context/index.ts'
import { getConfig, getConfigAtLevel } from './config-overrides/get-config.ts'
import { overrideConfig, pushConfig, resetConfigKeys } from './config-overrides/override-config.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { getCurrentProject } from './get-current-project.ts'
import { getRequestIdentity } from './get-request-identity.ts'
import { getManagedProject } from './managed/get-managed-project.ts'
import { listManagedProjects } from './managed/list-managed-projects.ts'
import { getSettings } from './settings/get-settings.ts'
import { updateSettings } from './settings/update-settings.ts'
import { updateProject } from './update-project.ts'

export { createOwnerLookup } from './create-owner-lookup.ts'
export { insertProjectWithDefaults } from './insert-project-with-defaults.ts'
export { internalProjectId, phoneProjectId } from './records/index.ts'
export {
  type BuiltInKeys,
  deriveBuiltInKeys,
  derivePhoneEventsSecret,
  seedProjects,
} from './seed.ts'

export const projectHandlers = {
  'GET /': getRequestIdentity,
  'GET /projects/current': getCurrentProject,
  'PATCH /projects/current': updateProject,
  'DELETE /projects/current': deleteProject,
  'POST /check-feature-support': async () =>
    'This server does not support the feature that your application asks for.',
  'GET /internal/projects': listManagedProjects,
  'POST /internal/projects': createProject,
  'GET /internal/projects/current': getManagedProject,
  'PATCH /internal/projects/current': updateProject,
  'DELETE /internal/projects/current': deleteProject,
  'GET /internal/config': getConfig,
  'PATCH /internal/config/override': overrideConfig,
  'PATCH /internal/config/override/{level}': overrideConfig,
  'PUT /internal/config/override/{level}': pushConfig,
  'GET /internal/config/override/{level}': getConfigAtLevel,
  'POST /internal/config/override/{level}/reset-keys': resetConfigKeys,
  'GET /internal/config/source': async () => ({ source: { type: 'unlinked' } }),
  'DELETE /internal/config/source': async () => ({ success: true }),
  'GET /internal/settings': getSettings,
  'PATCH /internal/settings': updateSettings,
} satisfies Partial<AccountHandlers>
