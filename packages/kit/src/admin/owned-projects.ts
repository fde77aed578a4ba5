import { unwrap } from '@parley/client'
import type { AppCore } from '../app/core.ts'
import { createTokenMethods } from '../app/user/tokens.ts'
import {
  type AdminProject,
  type AdminProjectUpdate,
  encodeProject,
  type WireProject,
} from './admin-project.ts'
import { StackAdminApp } from './stack-admin-app.ts'

/** A project of its owner, with the app that administers it. */
export interface OwnedProject extends AdminProject {
  readonly app: StackAdminApp<false>
}

export interface NewProject extends AdminProjectUpdate {
  readonly displayName: string
  /** Accepted from callers of the public SDK: the creator owns the project. */
  readonly teamId?: string
}

export async function listOwnedProjects(core: AppCore): Promise<OwnedProject[]> {
  const { items } = unwrap(await core.request('GET /internal/projects', {}))
  return items.map((wire) => openProject(core, wire))
}

export async function createProject(
  core: AppCore,
  { displayName, ...options }: NewProject,
): Promise<OwnedProject> {
  const body = { ...encodeProject(options), display_name: displayName }
  return openProject(core, unwrap(await core.request('POST /internal/projects', { body })))
}

/** Returns a project with the app that administers it in the session of its owner. */
function openProject(core: AppCore, wire: WireProject): OwnedProject {
  const { baseUrl, extraRequestHeaders, fetch, clock, random } = core.settings
  const app = new StackAdminApp<false>({
    ...{ baseUrl, extraRequestHeaders, fetch, clock, random },
    projectId: wire.id,
    tokenStore: null,
    projectOwnerSession: createTokenMethods(core).currentSession,
  })
  return { ...app.describeProject(wire), app }
}
