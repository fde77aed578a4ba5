import type { HttpCall } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { AccountTables } from '../database/index.ts'
import { enqueueEmail } from '../emails/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { codeType, makeCode } from '../verification-codes/index.ts'

export const channelVerification = codeType({
  name: 'contact-channel-verification',
  data: z.object({ channelId: z.string(), value: z.string() }),
  lifeMs: (options) => options.verificationCodeLifeMs,
})

interface Order {
  readonly project: Project
  readonly channel: { readonly id: string; readonly value: string }
  readonly callbackUrl: string
  readonly call: HttpCall
}

/**
 * Creates a verification code for a channel and e-mails it after commit.
 *
 * @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED
 */
export async function enqueueVerificationEmail(
  services: Pick<Services, 'jobs' | 'options' | 'now'>,
  transaction: Transaction<AccountTables>,
  { project, channel, callbackUrl, call }: Order,
): Promise<void> {
  const { link } = await makeCode(services, transaction, channelVerification, {
    project,
    subject: channel.id,
    data: { channelId: channel.id, value: channel.value },
    callbackUrl,
  })
  await enqueueEmail(services, transaction, {
    project,
    to: channel.value,
    acceptLanguage: call.acceptLanguage,
    template: 'email-verification',
    variables: { link: link ?? callbackUrl },
  })
}
