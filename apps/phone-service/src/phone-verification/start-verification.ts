import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type phoneVerifications } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { PhoneRequest } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import {
  countVerifications,
  findVerificationByNumber,
  insertVerification,
  lockVerifications,
  type StoredVerification,
} from '../verified-numbers/index.ts'
import { validMs } from './call-times.ts'
import { type PlaceCallDeps, placeVerificationCall, resolveVerificationRoute } from './place-call.ts'
import { serializeStarted } from './serialize-verification.ts'

type StartVerification = typeof phoneVerifications.startPhoneVerification

/** The complete list is read and sent at a time, also with each user. */
const maxVerifications = 100

/** Adds a number to the workspace and calls it. */
export async function startPhoneVerification(
  services: PlaceCallDeps,
  { user, body, info }: PhoneRequest<StartVerification>,
): Promise<ResponseOf<StartVerification>> {
  const { workspaceId, userId } = user
  const route = await resolveVerificationRoute(services, user, body.number)
  const id = randomUUID()
  const code = await placeVerificationCall(
    services,
    { user, route, verificationId: id, signal: info.signal },
    async (changes, call) => {
      await lockVerifications(changes, workspaceId)
      if (await findVerificationByNumber(changes, workspaceId, call.number))
        throw new PhoneError('VERIFICATION_EXISTS')
      if ((await countVerifications(changes, workspaceId)) >= maxVerifications)
        throw new PhoneError('VERIFICATION_LIMIT', { limit: maxVerifications })
      const now = services.now()
      const added: StoredVerification = {
        ...call,
        id,
        workspaceId,
        label: removeInvisibleCharacters(body.label),
        state: 'pending',
        tries: 0,
        calls: 1,
        calledAt: now,
        expiresAt: new Date(now.getTime() + validMs),
        startedBy: userId,
        startedByName: user.displayName,
        createdAt: now,
        verifiedAt: null,
      }
      await insertVerification(changes, added)
      const context = createServiceContext({ ...services, database: changes }, { workspaceId, userId, info })
      const { number, callId } = call
      await context.audit(
        'number.verification_called',
        { type: 'phone_verification', id },
        { number, call: callId },
      )
    },
  )
  return await serializeStarted(services, { workspaceId, id }, code)
}
