import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { checkChosenPassword, savePasswordIfNone } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'

type SetPassword = typeof password.setPassword

export async function setPassword(
  services: Services,
  request: ServedRequest<SetPassword>,
): Promise<ResponseOf<SetPassword>> {
  const { database, passwords, now } = services
  const { project, user, actor, body, call } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await checkChosenPassword({
    project,
    typed: body.password,
    person: [user.primary_email, user.display_name],
  })
  requireRecentAuthentication(request, now())
  if (user.has_password)
    throw new TextError(400, 'You already have a password. Use the old password to change it.')

  const hash = await passwords.hash(body.password)
  await database.transaction().execute(async (transaction) => {
    if (!(await savePasswordIfNone(transaction, user.id, hash, now())))
      throw new TextError(400, 'You already have a password. Use the old password to change it.')
    await tellSignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      call,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'password.set',
      subject: { type: 'user', id: user.id },
      call,
      at: now(),
    })
  })
  return { success: true }
}
