import type { RequestInfo } from '@parley/server/http'
import type { RequestContext } from '../platform/request-context/index.ts'
import { createServiceContext } from '../platform/service-context/index.ts'
import type { Project } from '../projects/records/index.ts'
import type { Services } from '../services.ts'

/** Creates the context of a request whose parameters, not its headers, name the project. */
export function createClientContext(
  services: Pick<Services, 'database' | 'now'>,
  project: Project,
  info: RequestInfo,
): RequestContext {
  const actor = { type: 'client', id: null } as const
  return { project, info, ...createServiceContext(services, { projectId: project.id, actor, info }) }
}
