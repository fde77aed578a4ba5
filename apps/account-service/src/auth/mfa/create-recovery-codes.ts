import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { lockUser } from '../../users/records/index.ts'
import { lockSignedInUser } from '../sessions/records/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { generateRecoveryCode, hashRecoveryCode } from './recovery-code-format.ts'
import { countUnusedRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { requireSessionWithSecondFactor } from './require-session-with-second-factor.ts'
import { hasTotp } from './totp-secrets.ts'

type Endpoint = typeof mfa.createRecoveryCodes

const recoveryCodeCount = 10

export async function createRecoveryCodes(
  services: Pick<Services, 'jobs' | 'secrets' | 'now'>,
  request: EndpointRequest<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  const { secrets, now } = services
  const { project, user, info } = request
  requireRecentAuthentication(request, now())
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  const hashes = recoveryCodes.map((text) =>
    required(hashRecoveryCode(secrets, user.id, text), 'the hash of a generated recovery code'),
  )
  await request.transaction(async (transaction) => {
    // A second factor that is replaced or removed concurrently takes its recovery codes with it.
    await lockUser(transaction, user.id)
    await lockSignedInUser(transaction, request, now())
    if (!(await hasTotp(transaction, user.id)))
      throw new PlainTextError(400, 'Recovery codes require a second factor. Set one up first.')
    await requireSessionWithSecondFactor(transaction, request, user.id)
    const hadCodes = (await countUnusedRecoveryCodes(transaction, user.id)) > 0
    await replaceRecoveryCodes(transaction, user.id, hashes, now())
    await notifySignInChange(services, transaction, {
      project,
      userId: user.id,
      change: hadCodes ? 'recovery-codes-replaced' : 'recovery-codes-made',
      info,
    })
    await transaction.audit('recovery_codes.made', { type: 'user', id: user.id })
  })
  return { recovery_codes: recoveryCodes }
}
