import type { ResponseOf } from '@parley/contract'
import { PhoneError, type phoneVerifications } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { BusService } from '../bus/index.ts'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { LiveService } from '../live/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteVerification, findVerification, saveVerificationLabel } from '../verified-numbers/index.ts'
import { endVerificationCall } from './end-calls.ts'
import { sendNumbersChange } from './send-change.ts'
import { serializeVerification } from './serialize-verification.ts'

type Rename = typeof phoneVerifications.renameVerifiedNumber
type Remove = typeof phoneVerifications.removePhoneVerification

export async function renameVerifiedNumber(
  services: Pick<Services, 'database' | 'now'> & LiveService,
  { user: { workspaceId }, params, body, transaction }: PhoneRequest<Rename>,
): Promise<ResponseOf<Rename>> {
  const id = params.verification
  const label = removeInvisibleCharacters(body.label)
  const renamed = await transaction(async (changes) => {
    const stored = await findVerification(changes, { workspaceId, id })
    if (!stored) throw new PhoneError('VERIFICATION_NOT_FOUND')
    if (stored.label === label) return stored
    await saveVerificationLabel(changes, id, label)
    const { number } = stored
    await changes.audit('number.verified_renamed', { type: 'phone_verification', id }, { number, label })
    return { ...stored, label }
  })
  sendNumbersChange(services, workspaceId)
  return await serializeVerification(services, renamed)
}

/** Removes a number. Its verification ends, and calls that are not dialled yet cannot be placed from it. */
export async function removePhoneVerification(
  services: Services & LiveService & BusService & CallSessionService,
  { user: { workspaceId }, params, transaction }: PhoneRequest<Remove>,
): Promise<ResponseOf<Remove>> {
  const id = params.verification
  const removed = await transaction(async (changes) => {
    const deleted = await deleteVerification(changes, { workspaceId, id })
    if (!deleted) throw new PhoneError('VERIFICATION_NOT_FOUND')
    const { number, state } = deleted
    const subject = { type: 'phone_verification', id }
    await changes.audit('number.verification_removed', subject, { number, state })
    return deleted
  })
  await endVerificationCall(services, removed)
  sendNumbersChange(services, workspaceId)
  return { success: true }
}
