import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { revokeKeysOfLeaver } from '../api-keys/index.ts'
import { recordAudit } from '../audit/index.ts'
import { dropImages } from '../images/index.ts'
import type { Services } from '../services.ts'
import { admitToTeam, deleteMemberships } from '../teams/index.ts'
import { publishEvent } from '../webhooks/index.ts'

type Remove = typeof teamMemberships.removeTeamMember

export async function removeTeamMember(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: ServedRequest<Remove>,
): Promise<ResponseOf<Remove>> {
  const { project, user, actor, params, call } = request
  const { team: teamId, user: userId } = params
  // Leaving a team requires no permission.
  if (userId !== user?.id) await admitToTeam(database, request, teamId, '$remove_members')

  const member = { team_id: teamId, user_id: userId }
  await database.transaction().execute(async (transaction) => {
    await revokeKeysOfLeaver({ now }, transaction, request, { userId, teamId })
    const [left] = await deleteMemberships(transaction, project.id, { teamId, userId })
    if (!left) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', member)
    await dropImages(transaction, project.id, [left.profile_image_url])
    await publishEvent(transaction, project.id, { type: 'team_membership.deleted', data: member, at: now() })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team_member.removed',
      subject: { type: 'team', id: teamId },
      details: { userId },
      call,
      at: now(),
    })
  })
  return { success: true }
}
