import { KnownError } from '@parley/contract'
import { job } from '@parley/server'
import { TextError } from '@parley/server/http'
import { z } from 'zod'
import { enqueueEmail } from '../emails/index.ts'
import { findProject } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { enableOtp } from '../users/index.ts'
import { accountOfAddress } from './sign-in-code.ts'

/**
 * Sends a sign-in code and enables the method for the account; sends instructions instead if the account has not
 * verified the e-mail address, and nothing if the address can neither sign in nor sign up. Runs outside the request, so
 * that the response time is the same for every e-mail address.
 */
export const mailSignInCode = job({
  name: 'mail-sign-in-code',
  payload: z.object({
    projectId: z.string(),
    email: z.string(),
    link: z.string(),
    otp: z.string(),
    acceptLanguage: z.string().nullable(),
  }),
  async run(services: Services, { projectId, email, link, otp, acceptLanguage }) {
    const project = await findProject(services.database, projectId)
    if (!project) return
    const account = await accountOfAddress(services, project, email).catch((error: unknown) => {
      if (error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS')
        return 'unverified' as const
      if (error instanceof KnownError || error instanceof TextError) return 'nobody' as const
      throw error
    })
    if (account === 'nobody') return
    const order = { project, to: email, acceptLanguage }

    await services.database.transaction().execute(async (transaction) => {
      if (account === 'unverified')
        return await enqueueEmail(services, transaction, {
          ...order,
          template: 'address-unverified',
          variables: {},
        })
      if (account) await enableOtp(transaction, account.userId)
      await enqueueEmail(services, transaction, {
        ...order,
        template: 'magic-link',
        variables: { link, otp },
      })
    })
  },
})
