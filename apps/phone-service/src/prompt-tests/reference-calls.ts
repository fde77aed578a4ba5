import type { ResponseOf } from '@parley/contract'
import { PhoneError, referenceCalls } from '@parley/contract/phone'
import {
  type ActiveCallService,
  findAudibleCall,
  type StoredCall,
  serializeCalls,
} from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { lockTranscription } from '../transcription/records/index.ts'
import {
  deleteReference,
  listReferences,
  lockPromptTests,
  type StoredReference,
  saveReference,
} from './records/index.ts'

type ListReferenceCalls = typeof referenceCalls.listReferenceCalls
type SaveReferenceCall = typeof referenceCalls.saveReferenceCall
type RemoveReferenceCall = typeof referenceCalls.removeReferenceCall

export async function listReferenceCalls(
  services: Services & ActiveCallService,
  { user }: PhoneRequest<ListReferenceCalls>,
): Promise<ResponseOf<ListReferenceCalls>> {
  const { database } = services
  const calls: StoredCall[] = []
  const items: referenceCalls.ReferenceCall[] = []
  for (const reference of await listReferences(database, user.workspaceId)) {
    const call = await findAudibleCall(database, user, reference.callId)
    if (call) calls.push(call)
    items.push(serializeReference(reference, call !== null))
  }
  return { items, calls: await serializeCalls(services, user, calls) }
}

export async function saveReferenceCall(
  services: Services,
  { user, params, body, transaction }: PhoneRequest<SaveReferenceCall>,
): Promise<ResponseOf<SaveReferenceCall>> {
  const { workspaceId } = user
  const expected = requireDistinct(body.expected)
  const call = await findAudibleCall(services.database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  await requireDatabaseSpace(services)
  const reference = {
    callId: call.id,
    workspaceId,
    expected,
    changedAt: services.now(),
    changedBy: user.userId,
    changedByName: user.displayName ?? user.primaryEmail,
  }
  await transaction(async (changes) => {
    await lockPromptTests(changes, workspaceId)
    if (!(await lockTranscription(changes, call.id))) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
    const others = (await listReferences(changes, workspaceId)).filter(({ callId }) => callId !== call.id)
    if (others.length >= referenceCalls.maxReferenceCalls) throw new PhoneError('REFERENCE_CALL_LIMIT')
    await saveReference(changes, reference)
    const details = { fields: expected.map(({ key }) => key).join(', ') }
    await changes.audit('reference_call.saved', { type: 'call', id: call.id }, details)
  })
  return serializeReference(reference, true)
}

/** Any administrator can remove a reference, also of a call that they may not play: else it could not pass any more. */
export async function removeReferenceCall(
  _services: Services,
  { user, params, transaction }: PhoneRequest<RemoveReferenceCall>,
): Promise<ResponseOf<RemoveReferenceCall>> {
  await transaction(async (changes) => {
    await lockPromptTests(changes, user.workspaceId)
    if (!(await deleteReference(changes, user.workspaceId, params.call)))
      throw new PhoneError('REFERENCE_CALL_NOT_FOUND')
    await changes.audit('reference_call.removed', { type: 'call', id: params.call })
  })
  return { success: true }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function requireDistinct(expected: readonly referenceCalls.ExpectedValue[]) {
  const keys = expected.map(({ key }) => key)
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index)
  if (repeated !== undefined)
    throw new PhoneError('SCHEMA_ERROR', { message: `body.expected: the key ${repeated} is used twice.` })
  return expected
}

function serializeReference(
  { callId, expected, changedAt, changedByName }: StoredReference,
  isAudible: boolean,
): referenceCalls.ReferenceCall {
  return {
    callId,
    isAudible,
    expected: isAudible ? [...expected] : [],
    changedAt: changedAt.getTime(),
    changedByName,
  }
}
