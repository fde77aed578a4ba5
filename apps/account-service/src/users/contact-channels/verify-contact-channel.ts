import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { attemptCode } from '../../auth/verification-codes/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { markVerified } from './channels.ts'
import { toChannelConflictError } from './conflict-errors.ts'
import { channelVerificationCode } from './verification-email.ts'

type Verify = typeof contactChannels.verifyContactChannel

export async function verifyContactChannel(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Verify>,
): Promise<ResponseOf<Verify>> {
  const { project, user, body } = request
  const { data, redeem } = await attemptCode(services, channelVerificationCode, project, body.code)
  await redeem()

  try {
    await request.transaction(async (transaction) => {
      const wasVerified = await markVerified(transaction, project.id, {
        id: data.channelId,
        value: data.value,
        byUserId: user?.id ?? null,
      })
      if (!wasVerified)
        throw new PlainTextError(400, 'This e-mail address was changed or removed after the e-mail was sent.')
      await transaction.audit('contact_channel.verified', { type: 'contact_channel', id: data.channelId })
    })
  } catch (error) {
    // The address waited for its verification, and another user signs in with it.
    throw toChannelConflictError(error, data.value)
  }
  return { success: true }
}
