import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { channelShape } from './channel-shape.ts'
import { insertChannel, unsetPrimary } from './channels.ts'
import { explainConflict } from './explain-conflict.ts'
import { tellSignInChange } from './tell-sign-in-change.ts'

type Create = typeof contactChannels.createContactChannel

export async function createContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'options' | 'now'>,
  request: ServedRequest<Create>,
): Promise<ResponseOf<Create>> {
  const { database, now } = services
  const { project, actor, body, call } = request
  requireSelf(request, body.user_id, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'You can add contact channels only to your own account.',
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
    await database.transaction().execute(async (transaction) => {
      if (channel.is_primary) await unsetPrimary(transaction, channel.user_id)
      await insertChannel(transaction, channel)
      await tellSignInChange(services, transaction, {
        project,
        userId: channel.user_id,
        change: channel.is_primary ? 'primary-address-changed' : 'address-added',
        call,
      })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'contact_channel.created',
        subject: { type: 'contact_channel', id: channel.id },
        details: { userId: channel.user_id, usedForAuth: channel.used_for_auth },
        call,
        at: now(),
      })
    })
  } catch (error) {
    throw explainConflict(error, channel.value)
  }
  return channelShape(channel)
}
