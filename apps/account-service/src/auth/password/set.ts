import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { lockSignedInUser } from '../sessions/records/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import {
  checkPasswordPolicy,
  type PasswordService,
  savePasswordIfNone,
  toHashingClient,
} from './hashes/index.ts'

type SetPassword = typeof password.setPassword

export async function setPassword(
  services: Pick<Services, 'jobs' | 'now'> & PasswordService,
  request: EndpointRequest<SetPassword>,
): Promise<ResponseOf<SetPassword>> {
  const { passwords, now } = services
  const { project, user, body, info } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await checkPasswordPolicy({
    project,
    password: body.password,
    email: user.primaryEmail,
    displayName: user.displayName,
  })
  requireRecentAuthentication(request, now())
  if (user.hasPassword) throw plainTextError('passwordExists')

  const hash = await passwords.hash(body.password, toHashingClient(request))
  await request.transaction(async (transaction) => {
    await lockSignedInUser(transaction, request, now())
    if (!(await savePasswordIfNone(transaction, user.id, hash, now()))) throw plainTextError('passwordExists')
    await notifySignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      info,
    })
    await transaction.audit('password.set', { type: 'user', id: user.id })
  })
  return { success: true }
}
