import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { limitRequestedCodes } from '../otp/index.ts'
import { requireCallbackUrl } from '../verification-codes/index.ts'
import { passwordResetCode, passwordResetCodeJob } from './reset-code.ts'

type Send = typeof password.sendPasswordResetCode

export async function sendPasswordResetCode(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'now'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, body, info } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  requireCallbackUrl(project, passwordResetCode, body.callback_url)
  await limitRequestedCodes(services, request, body.email)

  await request.transaction((transaction) =>
    services.jobs.enqueue(transaction, passwordResetCodeJob, {
      projectId: project.id,
      email: body.email,
      callbackUrl: body.callback_url,
      acceptLanguage: info.acceptLanguage,
    }),
  )
  return { success: 'If an account exists for this e-mail address, a reset link has been sent to it.' }
}
