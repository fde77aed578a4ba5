import { ownProjects, projects } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createProject, makeProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { getCurrentProject } from './get-current-project.ts'
import { getRecognisedAccess } from './get-recognised-access.ts'
import { listOwnProjects } from './list-own-projects.ts'
import { ownProjectShape } from './own-project-shape.ts'
import { updateProject } from './update-project.ts'
import { settingsShape, updateSettings } from './update-settings.ts'

export {
  type ConfiguredProvider,
  emailPasswordPurpose,
  type OidcIssuer,
  type Project,
  type ProviderId,
  providerSecretPurpose,
} from './config.ts'
export { enabledProviders } from './enabled-providers.ts'
export {
  changeProject,
  findProject,
  listEveryProject,
  lockProject,
  projectOf,
  selectProjects,
} from './projects.ts'
export { internalProjectId, type OwnKeys, ownKeys, phoneProjectId, seedProjects } from './seed.ts'
export { canBeTrusted, isTrustedUrl, requireTrustedUrl } from './trusted-urls.ts'
export { makeProject }

export function serveProjects(serve: Serve, services: Services): void {
  serve(projects.getRecognisedAccess, getRecognisedAccess)
  serve(projects.getCurrentProject, (request) => getCurrentProject(services, request))
  serve(
    projects.checkFeatureSupport,
    async () => 'This server does not support the feature that your application asks for.',
  )
  serve(ownProjects.listOwnProjects, (request) => listOwnProjects(services, request))
  serve(ownProjects.createProject, (request) => createProject(services, request))
  serve(ownProjects.getOwnProject, async ({ project }) => ownProjectShape(services, project))
  serve(ownProjects.updateProject, (request) => updateProject(services, request))
  serve(ownProjects.deleteProject, (request) => deleteProject(services, request))
  serve(ownProjects.getSettings, async ({ project }) => settingsShape(project.settings))
  serve(ownProjects.updateSettings, (request) => updateSettings(services, request))
}
