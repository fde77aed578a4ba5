import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { ownProjectShape } from './own-project-shape.ts'
import { changeProject, lockProject } from './projects.ts'
import { requireKnownGrants, requireKnownTheme, withWritten } from './written-config.ts'

type Update = typeof ownProjects.updateProject

/** Concurrent updates of different fields both succeed: the project is locked while the patch is applied. */
export async function updateProject(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  { project: { id }, actor, body, call }: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  return await services.database.transaction().execute(async (transaction) => {
    const before = await lockProject(transaction, id)
    const written = body.config ?? {}
    await requireKnownGrants(transaction, id, written)
    await requireKnownTheme(transaction, id, written)
    await changeProject(transaction, id, {
      displayName: body.display_name,
      description: body.description === null ? '' : body.description,
      isProductionMode: body.is_production_mode,
      config: withWritten(services, before.config, written),
    })
    await recordAudit(transaction, {
      projectId: id,
      actor,
      action: 'project.updated',
      subject: { type: 'project', id },
      details: { changed: [...Object.keys(body), ...Object.keys(written)].join(' ') },
      call,
      at: services.now(),
    })
    return ownProjectShape(services, await lockProject(transaction, id))
  })
}
