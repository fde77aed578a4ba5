import type { ResponseOf } from '@parley/contract'
import type { ownProjects } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { deleteCountsOf } from '../metrics/index.ts'
import type { Services } from '../services.ts'
import { removeManagedProject } from '../users/index.ts'
import { internalProjectId, phoneProjectId } from './seed.ts'

type Delete = typeof ownProjects.deleteProject

export async function deleteProject(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project: { id }, actor, call }: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  if (id === internalProjectId || id === phoneProjectId)
    throw new TextError(400, 'This project is built in and cannot be deleted.')

  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('projects').where('id', '=', id).execute()
    await deleteCountsOf(transaction, id)
    await removeManagedProject(transaction, internalProjectId, id)
    await recordAudit(transaction, {
      projectId: id,
      actor,
      action: 'project.deleted',
      subject: { type: 'project', id },
      call,
      at: now(),
    })
  })
  return { success: true }
}
