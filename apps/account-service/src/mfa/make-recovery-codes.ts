import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { hashRecoveryCode, newRecoveryCode } from './recovery-code-text.ts'
import { remainingRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

type Make = typeof mfa.makeRecoveryCodes
type Count = typeof mfa.countRecoveryCodes

const codes = 10

export async function makeRecoveryCodes(
  services: Pick<Services, 'database' | 'secrets' | 'jobs' | 'options' | 'now'>,
  request: ServedRequest<Make>,
): Promise<ResponseOf<Make>> {
  const { database, secrets, now } = services
  const { project, user, actor, call } = request
  requireRecentAuthentication(request, now())
  if (!user.has_totp) throw new TextError(400, 'Recovery codes require a second factor. Set one up first.')

  const texts = Array.from({ length: codes }, newRecoveryCode)
  const hashes = texts.map((text) => hashRecoveryCode(secrets, user.id, text)!)
  await database.transaction().execute(async (transaction) => {
    await replaceRecoveryCodes(transaction, user.id, hashes, now())
    await tellSignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'recovery-codes-made',
      call,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'recovery_codes.made',
      subject: { type: 'user', id: user.id },
      call,
      at: now(),
    })
  })
  return { recovery_codes: texts }
}

export async function countRecoveryCodes(
  { database }: Pick<Services, 'database'>,
  { user }: ServedRequest<Count>,
): Promise<ResponseOf<Count>> {
  return { remaining: await remainingRecoveryCodes(database, user.id) }
}
