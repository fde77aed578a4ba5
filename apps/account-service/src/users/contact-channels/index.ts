import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { checkContactChannelCode } from './check-contact-channel-code.ts'
import { createContactChannel } from './create-contact-channel.ts'
import { deleteContactChannel } from './delete-contact-channel.ts'
import { getContactChannel } from './get-contact-channel.ts'
import { listContactChannels } from './list-contact-channels.ts'
import { sendPrimaryVerificationCode } from './send-primary-verification-code.ts'
import { sendVerificationCode } from './send-verification-code.ts'
import { updateContactChannel } from './update-contact-channel.ts'
import { verifyContactChannel } from './verify-contact-channel.ts'

export {
  type Channel,
  channelConstraints,
  clearPrimary,
  confirmAddress,
  deleteChannelRow,
  findSignInChannel,
  insertChannel,
  listChannels,
  listVerifiedEmails,
  selectLockedChannel,
  selectSignInChannel,
  signInChannelConstraint,
  updateChannelRow,
} from './channels.ts'
export {
  limitSignInChanges,
  requireChannelQuota,
  requireVerifiedAddress,
  requireVerifiedAddressForUser,
  reservesWhenVerified,
} from './identity-rules.ts'
export { notifySignInChange, toFormerEmails } from './notify-sign-in-change.ts'
export { channelVerificationCode, enqueueVerificationEmail } from './verification-email.ts'

export const contactChannelHandlers = {
  'GET /contact-channels': listContactChannels,
  'POST /contact-channels': createContactChannel,
  'PATCH /contact-channels/{user}/{id}': updateContactChannel,
  'DELETE /contact-channels/{user}/{id}': deleteContactChannel,
  'GET /contact-channels/{user}/{id}': getContactChannel,
  'POST /contact-channels/send-verification-code': sendPrimaryVerificationCode,
  'POST /contact-channels/{user}/{id}/send-verification-code': sendVerificationCode,
  'POST /contact-channels/verify': verifyContactChannel,
  'POST /contact-channels/verify/check-code': checkContactChannelCode,
} satisfies Partial<AccountHandlers>
export { enableCodeSignIn } from './verify-contact-channel.ts'
