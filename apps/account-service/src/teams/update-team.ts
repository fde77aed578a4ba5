import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteImages, prepareImage, storeImage } from '../users/images/index.ts'
import { authorizeTeam } from './require-team-permission.ts'
import { serializeTeam } from './serialize-team.ts'
import { findTeam, updateTeamRow } from './teams.ts'

type Update = typeof teams.updateTeam

export async function updateTeam(
  services: Pick<Services, 'database' | 'rateLimits' | 'options' | 'now'>,
  request: EndpointRequest<Update>,
) {
  const { database } = services
  const { project, params, body } = request
  await authorizeTeam(database, request, params.team, '$update_team')

  const { profile_image_url: sent, ...changes } = body
  const image = await prepareImage(services, request, sent)
  const record = await request.transaction(async (transaction) => {
    const before = await findTeam(transaction, project.id, params.team)
    const profile_image_url = await storeImage(
      services,
      transaction,
      project.id,
      'team-profile-images',
      image,
    )
    const changed = await updateTeamRow(transaction, project.id, params.team, {
      ...changes,
      profile_image_url,
    })
    if (!before || !changed) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    if (before.profile_image_url !== changed.profile_image_url)
      await deleteImages(transaction, project.id, [before.profile_image_url])
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
