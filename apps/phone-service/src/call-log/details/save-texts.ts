import { isDeepStrictEqual } from 'node:util'
import type { ResponseOf } from '@parley/contract'
import { type callDetails, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import type { LiveService } from '../../live/index.ts'
import type { PhoneRequest } from '../../request-context/index.ts'
import type { PhoneAuditAction, ServiceTransaction } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import { listUniqueTags } from '../../unique-tags.ts'
import type { ActiveCallService } from '../active-calls.ts'
import {
  type CallTexts,
  findReadableCallForUpdate,
  isReadableCall,
  type StoredCall,
  saveCallTexts,
} from '../records/index.ts'
import { requireEndedCall } from '../require-ended-call.ts'
import { requireNotErased } from '../require-not-erased.ts'
import { serializeCall } from '../serialize-call.ts'
import { publishDetails } from './publish-details.ts'

type SaveNotes = typeof callDetails.saveNotes
type SaveTags = typeof callDetails.saveTags

interface TextChange {
  readonly callId: string
  readonly texts: Partial<CallTexts>
  /** Of a change of the call of another user. */
  readonly auditAction: PhoneAuditAction
}

export async function saveNotes(
  services: Services & ActiveCallService,
  request: PhoneRequest<SaveNotes>,
): Promise<ResponseOf<SaveNotes>> {
  const texts = { notes: request.body.notes }
  const changed = await saveTexts(services, request, {
    callId: request.params.call,
    texts,
    auditAction: 'call.notes_changed',
  })
  return await serializeCall(services, request.user, changed)
}

export async function saveTags(
  services: Services & ActiveCallService & LiveService,
  request: PhoneRequest<SaveTags>,
): Promise<ResponseOf<SaveTags>> {
  const changed = await saveTexts(services, request, {
    callId: request.params.call,
    texts: { tags: toVisibleTags(request.body.tags) },
    auditAction: 'call.tags_changed',
  })
  publishDetails(services.live, [changed])
  return await serializeCall(services, request.user, changed)
}

/** Saves texts of a call. An active call saves them itself, because it rewrites the whole row. */
async function saveTexts(
  services: Services & ActiveCallService,
  { user, transaction }: Pick<PhoneRequest<SaveNotes>, 'user' | 'transaction'>,
  change: TextChange,
): Promise<StoredCall> {
  const { callId, texts } = change
  const session = services.callSessions.get(callId)
  if (session) {
    if (!isReadableCall(session.stored, user)) throw new PhoneError('CALL_NOT_FOUND')
    // Before the change, because an active call saves its whole row outside of this transaction.
    await transaction((changes) => auditChange(changes, user.userId, session.stored, change))
    await session.saveTexts(texts)
    return session.stored
  }
  return await transaction(async (changes) => {
    const stored = await findReadableCallForUpdate(changes, user, callId)
    if (!stored) throw new PhoneError('CALL_NOT_FOUND')
    requireEndedCall(stored)
    requireNotErased(stored)
    await auditChange(changes, user.userId, stored, change)
    return (await saveCallTexts(changes, callId, texts)) ?? stored
  })
}

/** Audits a change of the texts of a call of another user. */
async function auditChange(
  transaction: ServiceTransaction,
  userId: string,
  call: StoredCall,
  { texts, auditAction }: TextChange,
): Promise<void> {
  if (call.userId === userId || isDeepStrictEqual({ ...call, ...texts }, call)) return
  await transaction.audit(auditAction, { type: 'call', id: call.id }, { calledBy: call.userId })
}

/** Returns tags without invisible characters, each of them once without regard to case. */
function toVisibleTags(tags: readonly string[]): string[] {
  return listUniqueTags(tags.map(removeInvisibleCharacters).filter((tag) => tag !== ''))
}
