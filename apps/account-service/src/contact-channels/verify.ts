import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { markVerified } from './channels.ts'
import { channelVerification } from './verification-email.ts'

type Verify = typeof contactChannels.verifyContactChannel
type Check = typeof contactChannels.checkContactChannelCode

export async function verifyContactChannel(
  services: Pick<Services, 'database' | 'now'>,
  { project, actor, body, call }: ServedRequest<Verify>,
): Promise<ResponseOf<Verify>> {
  const { data, redeem } = await attemptCode(services, channelVerification, project, body.code)
  await redeem()

  await services.database.transaction().execute(async (transaction) => {
    const isThere = await markVerified(transaction, project.id, { id: data.channelId, value: data.value })
    if (!isThere)
      throw new TextError(400, 'This e-mail address was changed or removed after the e-mail was sent.')
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'contact_channel.verified',
      subject: { type: 'contact_channel', id: data.channelId },
      call,
      at: services.now(),
    })
  })
  return { success: true }
}

export async function checkContactChannelCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: ServedRequest<Check>,
): Promise<ResponseOf<Check>> {
  await attemptCode(services, channelVerification, project, body.code)
  return { is_code_valid: true }
}
