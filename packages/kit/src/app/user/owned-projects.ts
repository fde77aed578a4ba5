import type { NewProject, OwnedProject } from '../../admin/owned-projects.ts'
import { createCollection } from '../collection.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'

/** The methods of users of the project internal, who own projects. */
export interface OwnedProjectMethods {
  createProject(project: NewProject): Promise<OwnedProject>
  listOwnedProjects(): Promise<OwnedProject[]>
  useOwnedProjects(): OwnedProject[]
}

export function createOwnedProjectMethods(core: AppCore): OwnedProjectMethods {
  // Only the console of owners loads the admin app.
  const requests = () => import('../../admin/owned-projects.ts')
  const projects = createCollection(core, 'owned-projects', async () =>
    (await requests()).listOwnedProjects(core),
  )
  return {
    async createProject(project) {
      const created = await (await requests()).createProject(core, project)
      await projects.refresh()
      return created
    },
    listOwnedProjects: projects.list,
    useOwnedProjects: () => useData(projects.data),
  }
}
