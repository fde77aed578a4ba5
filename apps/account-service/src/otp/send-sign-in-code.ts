import type { ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { limitSending } from '../contact-channels/index.ts'
import { enqueueEmail } from '../emails/index.ts'
import { requireTrustedUrl } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { enableOtp } from '../users/index.ts'
import { makeCode, nonceOf } from '../verification-codes/index.ts'
import { accountFor, signInCode } from './sign-in-code.ts'

type Send = typeof otp.sendSignInCode

export async function sendSignInCode(
  services: Services,
  { project, body, call }: ServedRequest<Send>,
): Promise<ResponseOf<Send>> {
  const account = await accountFor(services, project, body.email)
  requireTrustedUrl(project, body.callback_url)
  await limitSending(services, project.id, body.email)

  return await services.database.transaction().execute(async (transaction) => {
    if (account) await enableOtp(transaction, account.userId)
    const { code, link } = await makeCode(services, transaction, signInCode, {
      project,
      subject: body.email,
      data: { email: body.email },
      callbackUrl: body.callback_url,
    })
    await enqueueEmail(services, transaction, {
      project,
      to: body.email,
      acceptLanguage: call.acceptLanguage,
      template: 'magic-link',
      variables: { link: link ?? body.callback_url, otp: code.slice(0, 6).toUpperCase() },
    })
    return { nonce: nonceOf(code) }
  })
}
