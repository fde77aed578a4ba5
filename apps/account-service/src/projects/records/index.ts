export { internalProjectId, isBuiltInProject, phoneProjectId } from './built-in-projects.ts'
export {
  type ConfiguredProvider,
  type EmailConfig,
  emailPasswordPurpose,
  type Logos,
  type OidcIssuer,
  type Project,
  type ProjectConfig,
  type ProjectSettings,
  type ProviderId,
  projectConfig,
  providerSecretPurpose,
} from './config.ts'
export { listEnabledProviders, listOfferedProviders } from './enabled-providers.ts'
export {
  deleteProjectRow,
  findProject,
  insertProjectRow,
  listAllProjects,
  listProjects,
  lockProject,
  type ProjectDraft,
  selectLogoUrls,
  selectProjects,
  toProject,
  updateProjectRow,
} from './projects.ts'
export { serializeManagedProject } from './serialize-managed-project.ts'
export { isTrustedUrl, isValidTrustedDomain, requireTrustedUrl } from './trusted-urls.ts'
