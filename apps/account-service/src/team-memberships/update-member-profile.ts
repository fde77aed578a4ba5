import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { dropImages, keepImage, readImage } from '../images/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { changeMembership, listMemberships } from '../teams/index.ts'
import { profileShapes } from './profile-shape.ts'

type Update = typeof teamMemberships.updateMemberProfile

export async function updateMemberProfile(
  services: Pick<Services, 'database' | 'rateLimits' | 'options' | 'now'>,
  request: ServedRequest<Update>,
) {
  const { database, now } = services
  const { project, actor, params, body, call } = request
  const { team: teamId, user: userId } = params
  requireSelf(request, userId, {
    nobody: 'USER_AUTHENTICATION_REQUIRED',
    somebodyElse: 'You can update only your own profile.',
  })

  const image = await readImage(services, request, body.profile_image_url)
  return await database.transaction().execute(async (transaction) => {
    const [before] = await listMemberships(transaction, project.id, { teamId, userId })
    if (!before) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })

    const folder = 'team-member-profile-images'
    const profile_image_url = await keepImage(services, transaction, project.id, folder, image)
    const display_name = body.display_name === '' ? null : body.display_name
    await changeMembership(transaction, before, { display_name, profile_image_url })
    if (profile_image_url !== undefined) await dropImages(transaction, project.id, [before.profile_image_url])
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team_member.updated',
      subject: { type: 'team', id: teamId },
      details: { userId, fields: Object.keys(body).join(' ') },
      call,
      at: now(),
    })
    const memberships = await listMemberships(transaction, project.id, { teamId, userId })
    const [profile] = await profileShapes(transaction, project.id, memberships)
    if (!profile) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
    return profile
  })
}
