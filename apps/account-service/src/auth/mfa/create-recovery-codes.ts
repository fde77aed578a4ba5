import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { generateRecoveryCode, hashRecoveryCode } from './recovery-code-format.ts'
import { countUnusedRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

type Make = typeof mfa.createRecoveryCodes
type Count = typeof mfa.countRecoveryCodes

const recoveryCodeCount = 10

export async function createRecoveryCodes(
  services: Pick<Services, 'database' | 'secrets' | 'jobs' | 'options' | 'now'>,
  request: EndpointRequest<Make>,
): Promise<ResponseOf<Make>> {
  const { database, secrets, now } = services
  const { project, user, actor, info } = request
  requireRecentAuthentication(request, now())
  if (!user.has_totp)
    throw new PlainTextError(400, 'Recovery codes require a second factor. Set one up first.')

  const recoveryCodes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const hashes = recoveryCodes.map((text) => hashRecoveryCode(secrets, user.id, text)!)
  await database.transaction().execute(async (transaction) => {
    await replaceRecoveryCodes(transaction, user.id, hashes, now())
    await notifySignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'recovery-codes-made',
      info,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'recovery_codes.made',
      subject: { type: 'user', id: user.id },
      info,
      at: now(),
    })
  })
  return { recovery_codes: recoveryCodes }
}

export async function countRecoveryCodes(
  { database }: Pick<Services, 'database'>,
  { user }: EndpointRequest<Count>,
): Promise<ResponseOf<Count>> {
  return { remaining: await countUnusedRecoveryCodes(database, user.id) }
}
