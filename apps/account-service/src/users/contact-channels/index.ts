import { contactChannels } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
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
  channelConstraints,
  clearPrimary,
  deleteChannelRow,
  findSignInChannel,
  insertChannel,
  listChannels,
  selectSignInChannel,
  signInChannelConstraint,
  updateChannelRow,
} from './channels.ts'
export { limitCodeEmails } from './limit-code-emails.ts'
export { notifySignInChange } from './notify-sign-in-change.ts'
export { enqueueVerificationEmail } from './verification-email.ts'

export function serveContactChannels(serve: AccountRouter, services: Services): void {
  serve(contactChannels.listContactChannels, (request) => listContactChannels(services, request))
  serve(contactChannels.createContactChannel, (request) => createContactChannel(services, request))
  serve(contactChannels.updateContactChannel, (request) => updateContactChannel(services, request))
  serve(contactChannels.deleteContactChannel, (request) => deleteContactChannel(services, request))
  serve(contactChannels.getContactChannel, (request) => getContactChannel(services, request))
  serve(contactChannels.sendPrimaryVerificationCode, (request) =>
    sendPrimaryVerificationCode(services, request),
  )
  serve(contactChannels.sendVerificationCode, (request) => sendVerificationCode(services, request))
  serve(contactChannels.verifyContactChannel, (request) => verifyContactChannel(services, request))
  serve(contactChannels.checkContactChannelCode, (request) => checkContactChannelCode(services, request))
}
