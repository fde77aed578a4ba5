import { projects } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import { getCurrentProject } from './get-current-project.ts'
import { getRecognisedAccess } from './get-recognised-access.ts'

export type { Project } from './config.ts'
export { findProject } from './projects.ts'
export { internalProjectId, type OwnKeys, phoneProjectId, seedProjects } from './seed.ts'
export { isTrustedUrl, requireTrustedUrl } from './trusted-urls.ts'

export function serveProjects(serve: Serve): void {
  serve(projects.getRecognisedAccess, getRecognisedAccess)
  serve(projects.getCurrentProject, getCurrentProject)
}
