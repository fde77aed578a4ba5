import type { ResponseOf } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { deleteUser } from './users.ts'

type Delete = typeof users.deleteOwnUser

export async function deleteOwnUser(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, accessType, user, actor, call }: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  if (accessType === 'client' && !project.config.client_user_deletion_enabled)
    throw new TextError(400, 'Deleting your own account is not enabled for this project.')

  await database.transaction().execute(async (transaction) => {
    await deleteUser(transaction, project.id, user.id)
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'user.deleted',
      subject: { type: 'user', id: user.id },
      call,
      at: now(),
    })
  })
  return { success: true }
}
