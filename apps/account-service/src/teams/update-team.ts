import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { dropImages, keepImage, readImage } from '../images/index.ts'
import type { Services } from '../services.ts'
import { publishEvent } from '../webhooks/index.ts'
import { admitToTeam } from './require-team-permission.ts'
import { teamShape } from './team-shape.ts'
import { changeTeam, findTeam } from './teams.ts'

type Update = typeof teams.updateTeam

export async function updateTeam(
  services: Pick<Services, 'database' | 'rateLimits' | 'options' | 'now'>,
  request: ServedRequest<Update>,
) {
  const { database, now } = services
  const { project, params, actor, body, call } = request
  await admitToTeam(database, request, params.team, '$update_team')

  const { profile_image_url: sent, ...changes } = body
  const image = await readImage(services, request, sent)
  const record = await database.transaction().execute(async (transaction) => {
    const before = await findTeam(transaction, project.id, params.team)
    const profile_image_url = await keepImage(services, transaction, project.id, 'team-profile-images', image)
    const changed = await changeTeam(transaction, project.id, params.team, { ...changes, profile_image_url })
    if (!before || !changed) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    if (before.profile_image_url !== changed.profile_image_url)
      await dropImages(transaction, project.id, [before.profile_image_url])
    await publishEvent(transaction, project.id, {
      type: 'team.updated',
      data: teamShape(changed),
      at: now(),
    })
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
