import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import { defaultPermissionDefinitions, insertPermissionDefinition } from '../permissions/index.ts'
import { type Actor, recordAudit } from '../platform/audit/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { addManagedProject } from '../users/index.ts'
import { applyConfigPatch, requireDefinedGrants, requireExistingTheme } from './apply-config-patch.ts'
import { projectConfig } from './config.ts'
import { insertProjectRow, lockProject, type ProjectDraft } from './projects.ts'
import { requireOwner } from './require-owner.ts'
import { serializeManagedProject } from './serialize-managed-project.ts'

type Create = typeof managedProjects.createProject

interface ProjectCreator {
  readonly actor: Actor
  readonly info?: EndpointRequest<Create>['info']
}

/** Creates a project with the default permissions, within the caller's transaction. */
export async function insertProjectWithDefaults(
  database: Database,
  draft: ProjectDraft,
  { actor, info }: ProjectCreator,
  now: Date,
): Promise<void> {
  await insertProjectRow(database, draft, now)
  for (const definition of defaultPermissionDefinitions)
    await insertPermissionDefinition(database, draft.id, definition)
  await recordAudit(database, {
    projectId: draft.id,
    actor,
    action: 'project.created',
    subject: { type: 'project', id: draft.id },
    info,
    at: now,
  })
}

export async function createProject(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  { body, info, ...auth }: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const owner = requireOwner(auth)
  const { config: patch = {} } = body
  const id = randomUUID()

  return await services.database.transaction().execute(async (transaction) => {
    const draft = {
      id,
      displayName: body.display_name,
      description: body.description ?? '',
      isProductionMode: body.is_production_mode,
      config: applyConfigPatch(services, projectConfig.parse({}), patch),
    }
    await insertProjectWithDefaults(
      transaction,
      draft,
      { actor: { type: 'user', id: owner.id }, info },
      services.now(),
    )
    await requireDefinedGrants(transaction, id, patch)
    await requireExistingTheme(transaction, id, patch)
    await addManagedProject(transaction, owner, id)
    return serializeManagedProject(services, await lockProject(transaction, id))
  })
}
