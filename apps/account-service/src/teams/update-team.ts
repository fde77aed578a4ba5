import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteImages, prepareImage, storeImage } from '../users/images/index.ts'
import { authorizeTeam } from './authorize-team.ts'
import { findTeam, updateTeamRow } from './records/index.ts'
import { serializeTeam } from './serialize-team.ts'
import { toTeamChanges } from './to-team-changes.ts'

type Update = typeof teams.updateTeam

export async function updateTeam(
  services: Pick<Services, 'database' | 'rateLimits' | 'options' | 'now'>,
  request: EndpointRequest<Update>,
) {
  const { database } = services
  const { project, params, body } = request
  await authorizeTeam(database, request, params.team, '$update_team')

  const image = await prepareImage(services, request, body.profile_image_url)
  const record = await request.transaction(async (transaction) => {
    const before = await findTeam(transaction, project.id, params.team)
    const imageUrl = await storeImage(services, transaction, project.id, 'team-profile-images', image)
    const changes = toTeamChanges(body, imageUrl)
    const changed = await updateTeamRow(transaction, project.id, params.team, changes)
    if (!before || !changed) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    if (before.profileImageUrl !== changed.profileImageUrl)
      await deleteImages(transaction, project.id, [before.profileImageUrl])
    await transaction.publish('team.updated', serializeTeam(changed))
    await transaction.audit(
      'team.updated',
      { type: 'team', id: params.team },
      { fields: Object.keys(body).join(' ') },
    )
    return changed
  })
  return serializeTeam(record)
}
