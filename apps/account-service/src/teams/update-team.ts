import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { requireTeamPermission } from './require-team-permission.ts'
import { teamShape } from './team-shape.ts'
import { changeTeam } from './teams.ts'

type Update = typeof teams.updateTeam

export async function updateTeam(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, accessType, user, actor, params, body, call }: ServedRequest<Update>,
) {
  if (accessType === 'client') {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    await requireTeamPermission(database, project.id, {
      teamId: params.team,
      userId: user.id,
      permissionId: '$update_team',
    })
  }

  const record = await database.transaction().execute(async (transaction) => {
    const changed = await changeTeam(transaction, project.id, params.team, body)
    if (!changed) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team.updated',
      subject: { type: 'team', id: params.team },
      details: { fields: Object.keys(body).join(' ') },
      call,
      at: now(),
    })
    return changed
  })
  return teamShape(record)
}
