import type { ResponseOf } from '@parley/contract'
import type { managedProjects } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { deleteProjectCounters } from '../platform/metrics/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import { removeManagedProject } from '../users/records/index.ts'
import { deleteProjectRow, internalProjectId, isBuiltInProject } from './records/index.ts'

type Delete = typeof managedProjects.deleteProject

export async function deleteProject(
  _services: unknown,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { project } = request
  const { id } = project
  if (isBuiltInProject(project))
    throw new PlainTextError(400, 'This project is built in and cannot be deleted.')

  await request.transaction(async (transaction) => {
    await deleteProjectRow(transaction, id)
    await deleteProjectCounters(transaction, id)
    await removeManagedProject(transaction, internalProjectId, id)
    await transaction.audit('project.deleted', { type: 'project', id })
  })
  return { success: true }
}
