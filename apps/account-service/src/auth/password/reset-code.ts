import { defineJob } from '@parley/server'
import { z } from 'zod'
import { enqueueEmail } from '../../email/delivery/index.ts'
import { findProject } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { findSignInChannel } from '../../users/contact-channels/index.ts'
import { codeType, createCode } from '../verification-codes/index.ts'

export const passwordResetCode = codeType({
  name: 'password-reset',
  page: 'password-reset',
  data: z.object({ userId: z.string(), email: z.string() }),
  lifetimeMs: (options) => options.verificationCodeLifetimeMs,
})

/**
 * Looks up the account of an e-mail address and sends it a reset code; does nothing if there is none. Runs
 * outside the request, so that response times do not reveal whether the account exists.
 */
export const passwordResetCodeJob = defineJob({
  name: 'send-reset-code',
  payload: z.object({
    projectId: z.string(),
    email: z.string(),
    callbackUrl: z.string(),
    acceptLanguage: z.string().nullable(),
  }),
  async run(
    services: Pick<Services, 'database' | 'jobs' | 'options' | 'now'>,
    { projectId, email, callbackUrl, acceptLanguage },
  ) {
    const project = await findProject(services.database, projectId)
    const channel = project && (await findSignInChannel(services.database, projectId, email))
    if (!channel) return

    await services.database.transaction().execute(async (transaction) => {
      const { link } = await createCode(services, transaction, passwordResetCode, {
        project,
        subject: channel.userId,
        data: { userId: channel.userId, email },
        callbackUrl,
      })
      await enqueueEmail(services, transaction, {
        project,
        to: email,
        acceptLanguage,
        template: 'password-reset',
        variables: { link: link ?? callbackUrl },
      })
    })
  },
})
