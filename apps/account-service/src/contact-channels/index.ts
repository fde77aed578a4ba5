import { contactChannels } from '@parley/contract/account'
import type { Serve } from '../access/index.ts'
import type { Services } from '../services.ts'
import { createContactChannel } from './create-contact-channel.ts'
import { deleteContactChannel } from './delete-contact-channel.ts'
import { getContactChannel } from './get-contact-channel.ts'
import { listContactChannels } from './list-contact-channels.ts'
import { sendPrimaryVerificationCode, sendVerificationCode } from './send-verification-code.ts'
import { updateContactChannel } from './update-contact-channel.ts'
import { checkContactChannelCode, verifyContactChannel } from './verify.ts'

export {
  changeChannel,
  channelConstraints,
  deleteChannel,
  findSignInChannel,
  insertChannel,
  listChannels,
  signInChannel,
  signInChannelConstraint,
  unsetPrimary,
} from './channels.ts'
export { limitSending } from './limit-sending.ts'
export { tellSignInChange } from './tell-sign-in-change.ts'
export { enqueueVerificationEmail } from './verification-email.ts'

export function serveContactChannels(serve: Serve, services: Services): void {
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
