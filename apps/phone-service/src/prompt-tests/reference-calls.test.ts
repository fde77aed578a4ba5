import { randomUUID } from 'node:crypto'
import { referenceCalls } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createCompletion } from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import {
  insertTranscribedCall,
  startAnalysedWorkspace,
  usualAnswer,
} from '../testing/start-analysed-workspace.ts'

const path = '/analysis-prompt/reference-calls'
const runs = '/analysis-prompt/test-runs'

async function startWithReference() {
  const all = await startAnalysedWorkspace()
  const { phone, workspace, ada, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const expectValues = async (expected: object, id = callId) =>
    await phone.as(ada).put(`${path}/${id}`, { expected })
  const saveDraft = async (text: string) => {
    const { draft } = (await phone.as(ada).get('/analysis-prompt')).body
    const { outputFields, revision } = draft
    return (await phone.as(ada).put('/analysis-prompt/draft', { text, outputFields, revision })).body
  }
  const publish = async () => {
    const { draft } = (await phone.as(ada).get('/analysis-prompt')).body
    return await phone.as(ada).post('/analysis-prompt/versions', { revision: draft.revision })
  }
  const runReferences = async () => {
    const { text, outputFields } = (await phone.as(ada).get('/analysis-prompt')).body.draft
    const { body: started } = await phone.as(ada).post(runs, { text, outputFields, callIds: null })
    return await waitUntil('the run is done', async () => {
      const { body } = await phone.as(ada).get(`${runs}/${started.id}`)
      return body.state === 'done' ? body : null
    })
  }
  return {
    ...all,
    callId,
    expectValues,
    saveDraft,
    publish,
    runReferences,
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

/** Guarantee (ZR846): reference calls pass before any administrator publishes a version. */
test('ZR846: a prompt is published when its results have the expected values of all reference calls, not before', async () => {
  await using all = await startWithReference()
  const { phone, provider, ada, callId, expectValues, saveDraft, publish, runReferences } = all
  expect((await expectValues([{ key: 'outcome', value: 'Unresolved' }])).status).toBe(200)
  await saveDraft('Draft two {{transcript}}')
  expect((await publish()).body.code).toBe('REFERENCE_CALLS_NOT_PASSED')
  const requestsBefore = provider.received.length

  const failed = await runReferences()
  expect(provider.received.length - requestsBefore).toBe(1)
  expect(failed).toMatchObject({ purpose: 'references', version: null })
  expect(failed.items).toMatchObject([
    {
      callId,
      published: null,
      reference: {
        isPassed: false,
        differences: [{ key: 'outcome', expected: 'Unresolved', actual: { value: 'Resolved' } }],
      },
    },
  ])
  expect((await publish()).body.code).toBe('REFERENCE_CALLS_NOT_PASSED')
  // The result of another text does not count.
  await expectValues([{ key: 'outcome', value: ' resolved' }])
  await saveDraft('Draft three {{transcript}}')
  expect((await publish()).body.code).toBe('REFERENCE_CALLS_NOT_PASSED')
  await saveDraft('Draft two {{transcript}}')
  expect((await publish()).status).toBe(201)
  const saved = (await listAuditEntries(phone)).filter(({ action }) => action === 'reference_call.saved')
  expect(saved).toHaveLength(2)
  expect(saved[0]).toMatchObject({ actor_id: ada.id, subject_id: callId, details: { fields: 'outcome' } })
})

test('ZR846: the latest result of a reference call counts', async () => {
  await using all = await startWithReference()
  const { provider, expectValues, saveDraft, publish, runReferences } = all
  await expectValues([{ key: 'outcome', value: 'Resolved' }])
  await saveDraft('Draft two {{transcript}}')
  await runReferences()
  provider.respondAlways(() => createCompletion({ ...usualAnswer, fields: { outcome: 'Unresolved' } }))
  await runReferences()
  expect((await publish()).body.code).toBe('REFERENCE_CALLS_NOT_PASSED')
})

test('ZR847: a reference call is removed, by any administrator, and then does not count', async () => {
  await using all = await startWithReference()
  const { phone, ada, grace, hedy, callId, expectValues, saveDraft, publish } = all
  await expectValues([{ key: 'outcome', value: 'Unresolved' }])
  await saveDraft('Draft two {{transcript}}')
  // A message for Grace: Ada does not hear it.
  const voicemail = JSON.stringify({ voicemail: { userId: grace.id, stage: 'message', at: 1 } })
  const change = 'update phone.calls set state = state || $1 where id = $2'
  await phone.database.pool.query(change, [voicemail, callId])

  const { body: list } = await phone.as(ada).get(path)
  expect(list).toMatchObject({ items: [{ callId, isAudible: false, expected: [] }], calls: [] })
  expect((await expectValues([{ key: 'outcome', value: null }])).body.code).toBe('RECORDING_NOT_FOUND')
  expect((await phone.as(grace).get(path)).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await phone.as(hedy).delete(`${path}/${callId}`)).body.code).toBe('REFERENCE_CALL_NOT_FOUND')
  expect((await publish()).body.code).toBe('REFERENCE_CALLS_NOT_PASSED')

  expect((await phone.as(ada).delete(`${path}/${callId}`)).status).toBe(200)
  expect((await phone.as(ada).delete(`${path}/${callId}`)).body.code).toBe('REFERENCE_CALL_NOT_FOUND')
  expect((await publish()).status).toBe(201)
})

test('expected values are distinct and limited, and a workspace has 20 reference calls', async () => {
  await using all = await startWithReference()
  const { phone, workspace, grace, expectValues } = all
  const value = { key: 'outcome', value: 'Resolved' }
  for (const expected of [
    [],
    [value, value],
    [{ key: '__proto__', value: 1 }],
    [{ key: 'a', value: 'x'.repeat(4_001) }],
  ])
    expect((await expectValues(expected)).body.code).toBe('SCHEMA_ERROR')
  expect((await expectValues([value], randomUUID())).body.code).toBe('RECORDING_NOT_FOUND')
  for (let count = 0; count < referenceCalls.maxReferenceCalls; count += 1) {
    const id = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
    expect((await expectValues([value], id)).status).toBe(200)
  }
  expect((await expectValues([value])).body.code).toBe('REFERENCE_CALL_LIMIT')
})
