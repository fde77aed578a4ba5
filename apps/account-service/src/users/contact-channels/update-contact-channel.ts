import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { lockSignedInUser } from '../../auth/sessions/records/index.ts'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import type { SignInChange } from '../../email/delivery/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type Channel, clearPrimary, updateChannelRow } from './channels.ts'
import { toChannelConflictError } from './conflict-errors.ts'
import { findAuthorizedChannel } from './get-contact-channel.ts'
import { limitSignInChanges, requireVerifiedAddress, reservesWhenVerified } from './identity-rules.ts'
import { notifySignInChange, toFormerEmails } from './notify-sign-in-change.ts'
import { serializeContactChannel } from './serialize-contact-channel.ts'
import { enableCodeSignIn } from './verify-contact-channel.ts'

type Update = typeof contactChannels.updateContactChannel

export async function updateContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'now'>,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, now } = services
  const { project, accessType, params, body, info } = request
  const channel = await findAuthorizedChannel({ database }, request, params)
  if (!channel) throw plainTextError('contactChannelNotFound')
  requireRecentAuthentication(request, now())
  if (addsSignInMethod(channel, body)) await requireVerifiedAddress(database, request)
  await limitSignInChanges(services, request)

  const changes = {
    value: body.value,
    isPrimary: body.is_primary,
    isVerified: body.is_verified,
    usedForAuth: body.used_for_auth,
    reservesWhenVerified: reservesWhenVerified(request),
  }
  try {
    return await request.transaction(async (transaction) => {
      await lockSignedInUser(transaction, request, now())
      if (changes.isPrimary) await clearPrimary(transaction, channel.userId)
      const changed = await updateChannelRow(transaction, channel, changes)
      if (!changed) throw plainTextError('contactChannelNotFound')
      if (body.is_verified || body.used_for_auth) await enableCodeSignIn(transaction, project, channel.userId)
      // Back ends may remove every sign-in method; users must retain one.
      if (accessType === 'client' && channel.usedForAuth && !changed.usedForAuth)
        await requireSignInMethod(transaction, project, channel.userId)
      const change = toSignInChange(channel, changed)
      if (change)
        await notifySignInChange(services, transaction, {
          project,
          userId: channel.userId,
          change,
          info,
          formerEmails: changed.value === channel.value ? [] : toFormerEmails(channel),
        })
      await transaction.audit(
        'contact_channel.updated',
        { type: 'contact_channel', id: channel.id },
        { userId: channel.userId, fields: Object.keys(body).join(' ') },
      )
      return serializeContactChannel(changed)
    })
  } catch (error) {
    throw toChannelConflictError(error, null)
  }
}

/** Returns whether an update gives the user another address to sign in with, or another primary address. */
function addsSignInMethod(
  { value, usedForAuth, isPrimary }: Channel,
  body: EndpointRequest<Update>['body'],
): boolean {
  const isOther = body.value !== undefined && body.value !== value
  const signsIn = (body.used_for_auth ?? usedForAuth) && (isOther || !usedForAuth)
  return signsIn || ((body.is_primary ?? isPrimary) && (isOther || !isPrimary))
}

/** Returns the sign-in change to notify the user of, or null. */
function toSignInChange(before: Channel, after: Channel): SignInChange | null {
  const isOther = after.value !== before.value
  if (after.isPrimary && (isOther || !before.isPrimary)) return 'primary-address-changed'
  if (isOther || (after.usedForAuth && !before.usedForAuth)) return 'address-added'
  return before.usedForAuth && !after.usedForAuth ? 'address-removed' : null
}
