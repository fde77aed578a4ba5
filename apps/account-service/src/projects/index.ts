import { managedProjects, projects } from '@parley/contract/account'
import type { AccountRouter } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { getCurrentProject } from './get-current-project.ts'
import { getRequestIdentity } from './get-request-identity.ts'
import { listManagedProjects } from './list-managed-projects.ts'
import { serializeManagedProject } from './serialize-managed-project.ts'
import { serializeSettings, updateSettings } from './settings/update-settings.ts'
import { updateProject } from './update-project.ts'

export {
  type ConfiguredProvider,
  emailPasswordPurpose,
  type OidcIssuer,
  type Project,
  type ProviderId,
  providerSecretPurpose,
} from './config.ts'
export { listEnabledProviders } from './enabled-providers.ts'
export { insertProjectWithDefaults } from './insert-project-with-defaults.ts'
export {
  findProject,
  listAllProjects,
  lockProject,
  selectProjects,
  toProject,
  updateProjectRow,
} from './projects.ts'
export {
  type BuiltInKeys,
  deriveBuiltInKeys,
  internalProjectId,
  phoneProjectId,
  seedProjects,
} from './seed.ts'
export { isTrustedUrl, isValidTrustedDomain, requireTrustedUrl } from './trusted-urls.ts'

export function serveProjects(serve: AccountRouter, services: Services): void {
  serve(projects.getRequestIdentity, getRequestIdentity)
  serve(projects.getCurrentProject, (request) => getCurrentProject(services, request))
  serve(
    projects.checkFeatureSupport,
    async () => 'This server does not support the feature that your application asks for.',
  )
  serve(managedProjects.listManagedProjects, (request) => listManagedProjects(services, request))
  serve(managedProjects.createProject, (request) => createProject(services, request))
  serve(managedProjects.getManagedProject, async ({ project }) => serializeManagedProject(services, project))
  serve(managedProjects.updateProject, (request) => updateProject(services, request))
  serve(managedProjects.deleteProject, (request) => deleteProject(services, request))
  serve(managedProjects.getSettings, async ({ project }) => serializeSettings(project.settings))
  serve(managedProjects.updateSettings, (request) => updateSettings(services, request))
}
