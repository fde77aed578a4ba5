import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { lockSignedInUser } from '../../auth/sessions/records/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { lockUser } from '../records/index.ts'
import { clearPrimary, insertChannel } from './channels.ts'
import { toChannelConflictError } from './conflict-errors.ts'
import {
  limitSignInChanges,
  requireChannelQuota,
  requireVerifiedAddress,
  reservesWhenVerified,
} from './identity-rules.ts'
import { notifySignInChange } from './notify-sign-in-change.ts'
import { serializeContactChannel } from './serialize-contact-channel.ts'
import { enableCodeSignIn } from './verify-contact-channel.ts'

type Create = typeof contactChannels.createContactChannel

export async function createContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { now } = services
  const { project, body, info } = request
  requireOwnUser(request, body.user_id, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can add contact channels only to your own account.',
  })
  requireRecentAuthentication(request, now())
  if (body.used_for_auth || body.is_primary) await requireVerifiedAddress(services.database, request)
  await limitSignInChanges(services, request)

  const isVerified = body.is_verified ?? false
  const waits = body.used_for_auth && !isVerified && reservesWhenVerified(request)
  const channel = {
    id: randomUUID(),
    projectId: project.id,
    userId: body.user_id,
    type: body.type,
    value: body.value,
    isPrimary: body.is_primary ?? false,
    isVerified,
    usedForAuth: body.used_for_auth && !waits,
    signInRequested: waits,
    createdAt: now(),
  }
  try {
    await request.transaction(async (transaction) => {
      await lockUser(transaction, channel.userId)
      await lockSignedInUser(transaction, request, now())
      if (channel.isPrimary) await clearPrimary(transaction, channel.userId)
      await insertChannel(transaction, channel)
      await requireChannelQuota(transaction, project, channel.userId)
      if (channel.isVerified) await enableCodeSignIn(transaction, project, channel.userId)
      await notifySignInChange(services, transaction, {
        project,
        userId: channel.userId,
        change: channel.isPrimary ? 'primary-address-changed' : 'address-added',
        info,
      })
      await transaction.audit(
        'contact_channel.created',
        { type: 'contact_channel', id: channel.id },
        { userId: channel.userId, usedForAuth: channel.usedForAuth },
      )
    })
  } catch (error) {
    throw toChannelConflictError(error, channel.value)
  }
  return serializeContactChannel(channel)
}
