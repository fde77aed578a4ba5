import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { SignInChange } from '../emails/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { keepWayIn } from '../ways-in/index.ts'
import { channelShape } from './channel-shape.ts'
import { type Channel, changeChannel, unsetPrimary } from './channels.ts'
import { explainConflict } from './explain-conflict.ts'
import { findChannelFor } from './get-contact-channel.ts'
import { formerAddressesOf, tellSignInChange } from './tell-sign-in-change.ts'

type Update = typeof contactChannels.updateContactChannel

export async function updateContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'options' | 'now'>,
  request: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  const { project, accessType, actor, params, body, call } = request
  const channel = await findChannelFor({ database }, request, params)
  if (!channel) throw new TextError(404, 'Contact channel not found.')
  requireRecentAuthentication(request, now())

  const { type: _onlyEmail, ...changes } = body
  try {
    return await database.transaction().execute(async (transaction) => {
      if (changes.is_primary) await unsetPrimary(transaction, channel.user_id)
      const changed = await changeChannel(transaction, channel, changes)
      if (!changed) throw new TextError(404, 'Contact channel not found.')
      // Back ends may remove every sign-in method; users must retain one.
      if (accessType === 'client' && channel.used_for_auth && !changed.used_for_auth)
        await keepWayIn(transaction, project, channel.user_id)
      const change = changeOf(channel, changed)
      if (change)
        await tellSignInChange(services, transaction, {
          project,
          userId: channel.user_id,
          change,
          call,
          formerAddresses: changed.value === channel.value ? [] : formerAddressesOf(channel),
        })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'contact_channel.updated',
        subject: { type: 'contact_channel', id: channel.id },
        details: { userId: channel.user_id, fields: Object.keys(body).join(' ') },
        call,
        at: now(),
      })
      return channelShape(changed)
    })
  } catch (error) {
    throw explainConflict(error, null)
  }
}

/** Returns the sign-in change to notify the user of, or null. */
function changeOf(before: Channel, after: Channel): SignInChange | null {
  const isOther = after.value !== before.value
  if (after.is_primary && (isOther || !before.is_primary)) return 'primary-address-changed'
  if (isOther || (after.used_for_auth && !before.used_for_auth)) return 'address-added'
  return before.used_for_auth && !after.used_for_auth ? 'address-removed' : null
}
