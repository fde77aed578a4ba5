import type { ResponseOf } from '@parley/contract'
import { PhoneError, type phoneVerifications } from '@parley/contract/phone'
import type { BusService } from '../bus/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import { findVerification, type StoredVerification, saveVerificationCall } from '../verified-numbers/index.ts'
import { requireNextCallTime, validMs } from './call-times.ts'
import { endVerificationCall } from './end-calls.ts'
import { type PlaceCallDeps, placeVerificationCall, resolveVerificationRoute } from './place-call.ts'
import { serializeStarted } from './serialize-verification.ts'

type CallAgain = typeof phoneVerifications.callForVerification

/** Calls a number again, with another code. The earlier call ends. */
export async function callForVerification(
  services: PlaceCallDeps & BusService,
  { user, params, info }: PhoneRequest<CallAgain>,
): Promise<ResponseOf<CallAgain>> {
  const { workspaceId, userId } = user
  const key = { workspaceId, id: params.verification }
  const before = await findVerification(services.database, key)
  if (!before || before.state === 'verified') throw new PhoneError('VERIFICATION_NOT_FOUND')
  requireNextCallTime(before, services.now())
  const route = await resolveVerificationRoute(services, user, before.number)
  const code = await placeVerificationCall(
    services,
    { user, route, verificationId: key.id, signal: info.signal },
    async (changes, call) => {
      const stored = await findVerification(changes, key)
      if (!stored || stored.state === 'verified') throw new PhoneError('VERIFICATION_NOT_FOUND')
      const now = services.now()
      // A concurrent request may have called it.
      requireNextCallTime(stored, now)
      await saveVerificationCall(changes, {
        ...continueOrRestart(stored, now),
        ...call,
        calledAt: now,
        startedBy: userId,
        startedByName: user.displayName,
      })
      const context = createServiceContext({ ...services, database: changes }, { workspaceId, userId, info })
      const { number, callId } = call
      await context.audit(
        'number.verification_called',
        { type: 'phone_verification', id: key.id },
        { number, call: callId },
      )
    },
  )
  await endVerificationCall(services, before)
  return await serializeStarted(services, key, code)
}

/** Returns a verification with one more call. One that has failed or expired starts again. */
function continueOrRestart(stored: StoredVerification, now: Date): StoredVerification {
  const calls = stored.calls + 1
  if (stored.state === 'pending' && stored.expiresAt > now) return { ...stored, calls }
  const expiresAt = new Date(now.getTime() + validMs)
  return { ...stored, state: 'pending', tries: 0, calls: 1, expiresAt }
}
