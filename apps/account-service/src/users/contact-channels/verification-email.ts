import type { RequestInfo } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { codeType, createCode } from '../../auth/verification-codes/index.ts'
import { enqueueEmail } from '../../email/delivery/index.ts'
import type { AccountTables } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'

export const channelVerificationCode = codeType({
  name: 'contact-channel-verification',
  page: 'email-verification',
  data: z.object({ channelId: z.string(), value: z.string() }),
  lifetimeMs: (options) => options.verificationCodeLifetimeMs,
})

interface VerificationEmail {
  readonly project: Project
  readonly channel: { readonly id: string; readonly value: string }
  readonly callbackUrl: string
  readonly info: RequestInfo
}

/**
 * Creates a verification code for a channel and e-mails it after commit.
 *
 * @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED
 */
export async function enqueueVerificationEmail(
  services: Pick<Services, 'jobs' | 'options' | 'now'>,
  transaction: Transaction<AccountTables>,
  { project, channel, callbackUrl, info }: VerificationEmail,
): Promise<void> {
  const { link } = await createCode(services, transaction, channelVerificationCode, {
    project,
    subject: channel.id,
    data: { channelId: channel.id, value: channel.value },
    callbackUrl,
  })
  await enqueueEmail(services, transaction, {
    project,
    to: channel.value,
    acceptLanguage: info.acceptLanguage,
    template: 'email-verification',
    variables: { link: link ?? callbackUrl },
  })
}
