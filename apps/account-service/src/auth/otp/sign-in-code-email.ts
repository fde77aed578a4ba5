import { KnownError } from '@parley/contract'
import { defineJob } from '@parley/server'
import { PlainTextError } from '@parley/server/http'
import { z } from 'zod'
import { enqueueEmail } from '../../email/delivery/index.ts'
import { findProject } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { enableOtp, hasDisabledOtp } from '../../users/records/index.ts'
import { findAccountByEmail } from './sign-in-code.ts'

/**
 * Sends a sign-in code and enables the method for the account; sends instructions instead if the account has
 * not verified the e-mail address, and nothing if the address can neither sign in nor sign up, or its user
 * has disabled sign-in with codes. Runs outside the request, so
 * that the response time is the same for every e-mail address.
 */
export const signInCodeEmailJob = defineJob({
  name: 'mail-sign-in-code',
  payload: z.object({
    projectId: z.string(),
    email: z.string(),
    link: z.string(),
    otp: z.string(),
    acceptLanguage: z.string().nullable(),
  }),
  async run(
    services: Pick<Services, 'database' | 'jobs' | 'now'>,
    { projectId, email, link, otp, acceptLanguage },
  ) {
    const project = await findProject(services.database, projectId)
    if (!project) return
    const account = await findAccountByEmail(services, project, email).catch((error: unknown) => {
      if (error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS')
        return 'unverified' as const
      if (error instanceof KnownError || error instanceof PlainTextError) return 'ineligible' as const
      throw error
    })
    if (account === 'ineligible') return
    const emailInput = { project, to: email, acceptLanguage }

    await services.database.transaction().execute(async (transaction) => {
      if (account === 'unverified')
        return await enqueueEmail(services, transaction, {
          ...emailInput,
          template: 'address-unverified',
          variables: {},
        })
      if (account) {
        const staysDisabled = project.settings.code_sign_in_stays_disabled
        if (staysDisabled && (await hasDisabledOtp(transaction, account.userId))) return
        await enableOtp(transaction, account.userId)
      }
      await enqueueEmail(services, transaction, {
        ...emailInput,
        template: 'magic-link',
        variables: { link, otp },
      })
    })
  },
})
