import { PhoneError, phoneVerifications } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { listCallsInOrder, type StoredCall } from '../call-log/index.ts'
import type { Services } from '../services.ts'
import { findVerification, type StoredVerification, type VerificationKey } from '../verified-numbers/index.ts'
import { findNextCallTime } from './call-times.ts'

type PhoneVerification = phoneVerifications.PhoneVerification
type CallOfVerification = NonNullable<PhoneVerification['call']>

const { maxVerificationCalls, maxVerificationTries } = phoneVerifications

/** Serializes verifications of a workspace, with the states of their last calls. */
export async function serializeVerifications(
  { database, now }: Pick<Services, 'database' | 'now'>,
  workspaceId: string,
  verifications: readonly StoredVerification[],
): Promise<PhoneVerification[]> {
  const ids = verifications.map(({ callId }) => callId)
  const calls = await listCallsInOrder(database, workspaceId, ids)
  const callsById = new Map(calls.map((call) => [call.id, call]))
  return verifications.map((one) => serialize(one, callsById.get(one.callId) ?? null, now()))
}

export async function serializeVerification(
  services: Pick<Services, 'database' | 'now'>,
  verification: StoredVerification,
): Promise<PhoneVerification> {
  const [serialized] = await serializeVerifications(services, verification.workspaceId, [verification])
  return required(serialized, 'the serialized verification')
}

/** Serializes a verification that was just called, with its code. */
export async function serializeStarted(
  services: Pick<Services, 'database' | 'now'>,
  key: VerificationKey,
  code: string,
): Promise<{ verification: PhoneVerification; code: string }> {
  const stored = await findVerification(services.database, key)
  // Another administrator may have removed it.
  if (!stored) throw new PhoneError('VERIFICATION_NOT_FOUND')
  return { verification: await serializeVerification(services, stored), code }
}

function serialize(stored: StoredVerification, call: StoredCall | null, now: Date): PhoneVerification {
  const isExpired = stored.state === 'pending' && stored.expiresAt <= now
  return {
    id: stored.id,
    number: stored.number,
    country: stored.country,
    label: stored.label,
    state: isExpired ? 'expired' : stored.state,
    call: call && { progress: progressByPhase[call.state.phase], endReason: call.state.endReason },
    expiresAt: stored.state === 'verified' ? null : stored.expiresAt.getTime(),
    triesLeft: maxVerificationTries - stored.tries,
    callsLeft: Math.max(0, maxVerificationCalls - stored.calls),
    callAgainAt: findNextCallTime(stored).getTime(),
    verifiedAt: stored.verifiedAt?.getTime() ?? null,
    startedByName: stored.startedByName,
  }
}

const progressByPhase: Record<StoredCall['state']['phase'], CallOfVerification['progress']> = {
  dialing: 'dialling',
  ringing: 'ringing',
  early: 'ringing',
  talking: 'answered',
  'on-hold': 'answered',
  ended: 'ended',
}
