import { KnownError, type ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { toDeviceKey } from '../sessions/index.ts'
import { createCode, getCodeNonce, requireCallbackUrl } from '../verification-codes/index.ts'
import { limitRequestedCodes } from './limit-requested-codes.ts'
import { findAccountByEmail, signInCode } from './sign-in-code.ts'
import { signInCodeEmailJob } from './sign-in-code-email.ts'

type Send = typeof otp.sendSignInCode

/** Number of characters of a code that users type. */
const otpLength = 6

export async function sendSignInCode(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, body, info } = request
  await requireEligibleEmail(services, project, body.email)
  requireCallbackUrl(project, signInCode, body.callback_url)
  await limitRequestedCodes(services, request, body.email)

  return await request.transaction(async (transaction) => {
    const { code, link } = await createCode(services, transaction, signInCode, {
      project,
      subject: body.email,
      data: { email: body.email },
      callbackUrl: body.callback_url,
      // Otherwise anyone could cancel the code that the owner of an address waits for.
      requester: project.settings.links_bound_to_browser ? toDeviceKey(info) : undefined,
    })
    await services.jobs.enqueue(transaction, signInCodeEmailJob, {
      projectId: project.id,
      email: body.email,
      link: buildLink(project, link ?? body.callback_url, code),
      otp: code.slice(0, otpLength).toUpperCase(),
      acceptLanguage: info.acceptLanguage,
    })
    return { nonce: getCodeNonce(code) }
  })
}

/**
 * Throws for e-mail addresses that can neither sign in nor sign up, unless the project has user enumeration
 * protection: then only the e-mail, or its absence, reveals it.
 */
async function requireEligibleEmail(
  services: Pick<Services, 'database' | 'now'>,
  project: Project,
  email: string,
): Promise<void> {
  try {
    await findAccountByEmail(services, project, email)
  } catch (error) {
    if (!project.settings.hides_known_addresses || !(error instanceof KnownError)) throw error
  }
}

/**
 * Links bound to the browser carry only the typed part of the code: the rest of the code stays in the
 * requesting browser.
 */
function buildLink({ settings }: Project, link: string, code: string): string {
  if (!settings.links_bound_to_browser) return link
  const bound = new URL(link)
  bound.searchParams.set('code', code.slice(0, otpLength))
  return bound.href
}
