import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { z } from 'zod'
import { rejectImpersonation } from '../auth/step-up/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { prepareImage, storeImage } from '../users/images/index.ts'
import { insertTeamWithCreator } from './insert-team-with-creator.ts'
import { serializeTeam } from './serialize-team.ts'
import { toTeamChanges } from './to-team-changes.ts'

type Create = typeof teams.createTeam

export async function createTeam(
  services: Pick<Services, 'rateLimits' | 'options' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<z.infer<typeof teams.serverTeam>> {
  const { project, accessType, user, query, body } = request
  const isClient = accessType === 'client'
  if (isClient) {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    rejectImpersonation(request)
    if (!project.config.client_team_creation_enabled)
      throw new PlainTextError(403, 'Team creation is not enabled for this project.')
  }

  const image = await prepareImage(services, request, body.profile_image_url)
  const record = await request.transaction(async (transaction) => {
    const imageUrl = await storeImage(services, transaction, project.id, 'team-profile-images', image)
    const creatorId = resolveCreatorId({ accessType, user, query, body })
    return await insertTeamWithCreator(services, transaction, {
      ...toTeamChanges(body, imageUrl),
      displayName: body.display_name,
      project,
      creatorId,
    })
  })
  return serializeTeam(record)
}

/** Returns the creator: the signed-in user for clients, the named user or null for servers. */
function resolveCreatorId({
  accessType,
  user,
  query,
  body,
}: Pick<EndpointRequest<Create>, 'accessType' | 'user' | 'query' | 'body'>): string | null {
  const isClient = accessType === 'client'
  const named = body.creator_user_id
  if (isClient && named !== undefined && named !== user?.id)
    throw new PlainTextError(403, 'You can create teams only for yourself.')
  if (query.add_current_user !== undefined && named !== undefined)
    throw new PlainTextError(400, 'Send creator_user_id or add_current_user, not both.')
  if (named !== undefined) return named

  if (query.add_current_user && !user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  return isClient || query.add_current_user ? (user?.id ?? null) : null
}
