import { KnownError } from '@parley/contract'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import { channelVerificationCode } from '../../users/contact-channels/index.ts'
import { requireSignUpAllowed, verifyWithInvitation } from '../../users/index.ts'
import { requireCallbackUrl } from '../verification-codes/index.ts'
import { checkPasswordPolicy } from './hashes/index.ts'

interface PasswordSignUp {
  readonly email: string
  readonly password: string
  readonly display_name?: string | undefined
  readonly verification_callback_url?: string | undefined
  readonly invitation_code?: string | undefined
}

/**
 * Checks that a user can sign up with a password: also an anonymous one, who keeps the account. Returns the
 * e-mail address, verified if the user has the code of an invitation to it.
 *
 * @throws {KnownError} PASSWORD_AUTHENTICATION_NOT_ENABLED, REDIRECT_URL_NOT_WHITELISTED, PASSWORD_TOO_SHORT,
 * _TOO_LONG, _REQUIREMENTS_NOT_MET, _TOO_SIMPLE, SIGN_UP_NOT_ENABLED
 */
export async function requirePasswordSignUp(
  database: Database,
  project: Project,
  body: PasswordSignUp,
  now: Date,
): Promise<{ readonly value: string; readonly isVerified: boolean }> {
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  const callbackUrl = body.verification_callback_url
  if (callbackUrl !== undefined) requireCallbackUrl(project, channelVerificationCode, callbackUrl)
  await checkPasswordPolicy({
    project,
    password: body.password,
    email: body.email,
    displayName: body.display_name,
  })
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  const { email, invitation_code: invitationCode } = body
  const signUpEmail = await verifyWithInvitation(database, project.id, { email, invitationCode, now })
  await requireSignUpAllowed(database, project, { email: signUpEmail, now })
  return signUpEmail
}
