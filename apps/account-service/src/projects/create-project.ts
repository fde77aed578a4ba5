import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { firstDefinitions, insertPermissionDefinition } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import { projectConfig } from './config.ts'
import { ownProjectShape } from './own-project-shape.ts'
import { addManagedProject, requireOwner } from './ownership.ts'
import { insertProject, lockProject } from './projects.ts'
import { requireKnownGrants, withWritten } from './written-config.ts'

type Create = typeof ownProjects.createProject

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
    await insertProject(transaction, draft, services.now())
    for (const definition of firstDefinitions) await insertPermissionDefinition(transaction, id, definition)
    await requireKnownGrants(transaction, id, written)
    await addManagedProject(transaction, owner.id, id)
    await recordAudit(transaction, {
      projectId: id,
      actor: { type: 'user', id: owner.id },
      action: 'project.created',
      subject: { type: 'project', id },
      call,
      at: services.now(),
    })
    return ownProjectShape(services, await lockProject(transaction, id))
  })
}
