import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import { type EndpointRequest, requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteImages, prepareImage, storeImage } from '../../users/images/index.ts'
import { listMemberships, updateMembershipRow } from '../records/index.ts'
import { serializeMemberProfiles } from './serialize-member-profiles.ts'

type Update = typeof teamMemberships.updateMemberProfile

export async function updateMemberProfile(
  services: Pick<Services, 'rateLimits' | 'options' | 'now'>,
  request: EndpointRequest<Update>,
) {
  const { project, accessType, params, body } = request
  const { team: teamId, user: userId } = params
  requireOwnUser(request, userId, {
    unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
    forbidden: 'You can update only your own profile.',
  })

  const image = await prepareImage(services, request, body.profile_image_url)
  return await request.transaction(async (transaction) => {
    const [before] = await listMemberships(transaction, project.id, { teamId, userId })
    if (!before) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })

    const folder = 'team-member-profile-images'
    const profileImageUrl = await storeImage(services, transaction, project.id, folder, image)
    const displayName = body.display_name === '' ? null : body.display_name
    await updateMembershipRow(transaction, before, { displayName, profileImageUrl })
    if (profileImageUrl !== undefined) await deleteImages(transaction, project.id, [before.profileImageUrl])
    await transaction.audit(
      'team_member.updated',
      { type: 'team', id: teamId },
      { userId, fields: Object.keys(body).join(' ') },
    )
    const memberships = await listMemberships(transaction, project.id, { teamId, userId })
    const [profile] = await serializeMemberProfiles(
      transaction,
      project.id,
      memberships,
      accessType !== 'client',
    )
    if (!profile) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
    return profile
  })
}
