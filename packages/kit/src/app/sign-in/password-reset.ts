import type { Result } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import { withoutData } from '../result.ts'

/** Succeeds for unknown addresses too: the result does not reveal which addresses have an account. */
export async function sendForgotPasswordEmail(
  core: AppCore,
  email: string,
  { callbackUrl = core.redirects.callbackUrl('passwordReset') }: { readonly callbackUrl?: string },
): Promise<Result<undefined, EndpointError<'POST /auth/password/send-reset-code'>>> {
  const body = { email, callback_url: callbackUrl }
  return withoutData(await core.request('POST /auth/password/send-reset-code', { body }))
}

export async function verifyPasswordResetCode(
  core: AppCore,
  code: string,
): Promise<Result<undefined, EndpointError<'POST /auth/password/reset/check-code'>>> {
  return withoutData(await core.request('POST /auth/password/reset/check-code', { body: { code } }))
}

export async function resetPassword(
  core: AppCore,
  { code, password }: { readonly code: string; readonly password: string },
): Promise<Result<undefined, EndpointError<'POST /auth/password/reset'>>> {
  return withoutData(await core.request('POST /auth/password/reset', { body: { code, password } }))
}
