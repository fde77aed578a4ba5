import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { firstDefinitions, insertPermissionDefinition } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import { addManagedProject } from '../users/index.ts'
import { projectConfig } from './config.ts'
import { ownProjectShape } from './own-project-shape.ts'
import { requireOwner } from './ownership.ts'
import { insertProject, lockProject, type ProjectDraft } from './projects.ts'
import { requireKnownGrants, requireKnownTheme, withWritten } from './written-config.ts'

type Create = typeof ownProjects.createProject

interface By {
  readonly actor: Actor
  readonly call?: ServedRequest<Create>['call']
}

/** Creates a project with the default permissions, within the caller's transaction. */
export async function makeProject(
  database: Database,
  draft: ProjectDraft,
  { actor, call }: By,
  now: Date,
): Promise<void> {
  await insertProject(database, draft, now)
  for (const definition of firstDefinitions) await insertPermissionDefinition(database, draft.id, definition)
  await recordAudit(database, {
    projectId: draft.id,
    actor,
    action: 'project.created',
    subject: { type: 'project', id: draft.id },
    call,
    at: now,
  })
}

export async function createProject(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  { body, call, ...caller }: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const owner = requireOwner(caller)
  const { config: written = {} } = body
  const id = randomUUID()

  return await services.database.transaction().execute(async (transaction) => {
    const draft = {
      id,
      displayName: body.display_name,
      description: body.description ?? '',
      isProductionMode: body.is_production_mode,
      config: withWritten(services, projectConfig.parse({}), written),
    }
    await makeProject(transaction, draft, { actor: { type: 'user', id: owner.id }, call }, services.now())
    await requireKnownGrants(transaction, id, written)
    await requireKnownTheme(transaction, id, written)
    await addManagedProject(transaction, owner, id)
    return ownProjectShape(services, await lockProject(transaction, id))
  })
}
