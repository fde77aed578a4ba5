import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { recordAudit } from '../platform/audit/index.ts'
import { deleteProjectCounters } from '../platform/metrics/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { removeManagedProject } from '../users/index.ts'
import { internalProjectId, phoneProjectId } from './seed.ts'

type Delete = typeof managedProjects.deleteProject

export async function deleteProject(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project: { id }, actor, info }: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  if (id === internalProjectId || id === phoneProjectId)
    throw new PlainTextError(400, 'This project is built in and cannot be deleted.')

  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('projects').where('id', '=', id).execute()
    await deleteProjectCounters(transaction, id)
    await removeManagedProject(transaction, internalProjectId, id)
    await recordAudit(transaction, {
      projectId: id,
      actor,
      action: 'project.deleted',
      subject: { type: 'project', id },
      info,
      at: now(),
    })
  })
  return { success: true }
}
