import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { clearPrimary, insertChannel } from './channels.ts'
import { toChannelConflictError } from './conflict-errors.ts'
import { notifySignInChange } from './notify-sign-in-change.ts'
import { serializeContactChannel } from './serialize-contact-channel.ts'

type Create = typeof contactChannels.createContactChannel

export async function createContactChannel(
  services: Pick<Services, 'jobs' | 'now'>,
  request: EndpointRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { now } = services
  const { project, body, info } = request
  requireOwnUser(request, body.user_id, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can add contact channels only to your own account.',
  })
  requireRecentAuthentication(request, now())

  const channel = {
    id: randomUUID(),
    project_id: project.id,
    user_id: body.user_id,
    type: body.type,
    value: body.value,
    is_primary: body.is_primary ?? false,
    is_verified: body.is_verified ?? false,
    used_for_auth: body.used_for_auth,
    created_at: now(),
  }
  try {
    await request.transaction(async (transaction) => {
      if (channel.is_primary) await clearPrimary(transaction, channel.user_id)
      await insertChannel(transaction, channel)
      await notifySignInChange(services, transaction, {
        project,
        userId: channel.user_id,
        change: channel.is_primary ? 'primary-address-changed' : 'address-added',
        info,
      })
      await transaction.audit(
        'contact_channel.created',
        { type: 'contact_channel', id: channel.id },
        { userId: channel.user_id, usedForAuth: channel.used_for_auth },
      )
    })
  } catch (error) {
    throw toChannelConflictError(error, channel.value)
  }
  return serializeContactChannel(channel)
}
