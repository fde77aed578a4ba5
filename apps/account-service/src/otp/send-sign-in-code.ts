import { KnownError, type ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { limitSending } from '../contact-channels/index.ts'
import { type Project, requireTrustedUrl } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { makeCode, nonceOf } from '../verification-codes/index.ts'
import { accountOfAddress, signInCode } from './sign-in-code.ts'
import { mailSignInCode } from './sign-in-mail.ts'

type Send = typeof otp.sendSignInCode

/** Number of characters of a code that users type. */
const typedLength = 6

export async function sendSignInCode(
  services: Services,
  { project, body, call }: ServedRequest<Send>,
): Promise<ResponseOf<Send>> {
  await requireAddressee(services, project, body.email)
  requireTrustedUrl(project, body.callback_url)
  await limitSending(services, project.id, body.email)

  return await services.database.transaction().execute(async (transaction) => {
    const { code, link } = await makeCode(services, transaction, signInCode, {
      project,
      subject: body.email,
      data: { email: body.email },
      callbackUrl: body.callback_url,
    })
    await services.jobs.enqueue(transaction, mailSignInCode, {
      projectId: project.id,
      email: body.email,
      link: linkOf(project, link ?? body.callback_url, code),
      otp: code.slice(0, typedLength).toUpperCase(),
      acceptLanguage: call.acceptLanguage,
    })
    return { nonce: nonceOf(code) }
  })
}

/**
 * Throws for e-mail addresses that can neither sign in nor sign up, unless the project has user enumeration protection:
 * then only the e-mail, or its absence, reveals it.
 */
async function requireAddressee(services: Services, project: Project, email: string): Promise<void> {
  try {
    await accountOfAddress(services, project, email)
  } catch (error) {
    if (!project.settings.hides_known_addresses || !(error instanceof KnownError)) throw error
  }
}

/**
 * Links bound to the browser carry only the typed part of the code: the rest of the code stays in the requesting
 * browser.
 */
function linkOf({ settings }: Project, link: string, code: string): string {
  if (!settings.links_bound_to_browser) return link
  const bound = new URL(link)
  bound.searchParams.set('code', code.slice(0, typedLength))
  return bound.href
}
