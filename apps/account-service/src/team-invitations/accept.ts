import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { addMember, isMember } from '../teams/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { invitationCode } from './invitation-code.ts'
import { deleteInvitation } from './invitations.ts'
import { requireInvited } from './open-invitation.ts'

type Accept = typeof teamInvitations.acceptTeamInvitation

export async function acceptTeamInvitation(
  services: Pick<Services, 'database' | 'now'>,
  { project, user, actor, body, call }: ServedRequest<Accept>,
): Promise<ResponseOf<Accept>> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const { data, redeem } = await attemptCode(services, invitationCode, project, body.code)
  await requireInvited(services, project, data, user.id)
  await redeem()

  const { invitationId, teamId } = data
  await services.database.transaction().execute(async (transaction) => {
    // The row is what says that somebody may come: it is gone where the invitation was taken back, or the team is gone.
    const invitation = { id: invitationId, project_id: project.id, team_id: teamId }
    if (!(await deleteInvitation(transaction, invitation)))
      throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
    if (await isMember(transaction, { projectId: project.id, teamId, userId: user.id })) return
    await addMember(services, transaction, { project, teamId, userId: user.id, actor, call })
  })
  return {}
}
