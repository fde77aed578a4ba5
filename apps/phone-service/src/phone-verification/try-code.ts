import { phoneVerifications } from '@parley/contract/phone'
import type { LiveService } from '../live/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { findVerification, saveVerificationResult, type VerificationKey } from '../verified-numbers/index.ts'
import { hashCode, matchesHash } from './codes.ts'
import { sendNumbersChange, sendVerificationsChange } from './send-change.ts'

export type TryCodeDeps = Pick<Services, 'database' | 'secrets' | 'now' | 'projectId'> & LiveService

export interface VerificationOfCall extends VerificationKey {
  readonly callId: string
}

/**
 * Checks a code that was keyed in during a call. `over`: the verification was removed, has expired or failed, or
 * another call has another code.
 */
export async function tryCode(
  services: TryCodeDeps,
  key: VerificationOfCall,
  code: string,
): Promise<'verified' | 'wrong' | 'failed' | 'over'> {
  const found = await services.database
    .transaction()
    .execute((transaction) => checkCode({ ...services, database: transaction }, key, code))
  if (found === 'verified') sendNumbersChange(services, key.workspaceId)
  else sendVerificationsChange(services, key.workspaceId)
  return found
}

async function checkCode(
  services: TryCodeDeps,
  { workspaceId, id, callId }: VerificationOfCall,
  code: string,
): ReturnType<typeof tryCode> {
  const { database } = services
  const now = services.now()
  const stored = await findVerification(database, { workspaceId, id })
  if (stored?.state !== 'pending' || stored.codeHash === null) return 'over'
  if (stored.callId !== callId || stored.expiresAt <= now) return 'over'

  const context = createServiceContext(services, { workspaceId, userId: stored.startedBy })
  const subject = { type: 'phone_verification', id }
  const { number } = stored
  if (matchesHash(hashCode(services, callId, code), stored.codeHash)) {
    await saveVerificationResult(database, { ...stored, state: 'verified', codeHash: null, verifiedAt: now })
    await context.audit('number.verified', subject, { number })
    return 'verified'
  }
  const tries = stored.tries + 1
  if (tries < phoneVerifications.maxVerificationTries) {
    await saveVerificationResult(database, { ...stored, tries })
    return 'wrong'
  }
  await saveVerificationResult(database, { ...stored, tries, state: 'failed', codeHash: null })
  await context.audit('number.verification_failed', subject, { number })
  return 'failed'
}
