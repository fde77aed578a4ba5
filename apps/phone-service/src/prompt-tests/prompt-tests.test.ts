import { randomUUID } from 'node:crypto'
import { testRuns } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { analysisFaults, createCompletion } from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import {
  type AnalysedWorkspace,
  analyse,
  insertTranscribedCall,
  listAnalyses,
  startAnalysedWorkspace,
  usualAnswer,
} from '../testing/start-analysed-workspace.ts'
import { restartPhone } from '../testing/start-phone.ts'

const runs = '/analysis-prompt/test-runs'
const outcome = {
  key: 'outcome',
  label: 'Outcome',
  type: 'choice',
  description: '',
  choices: ['Resolved', 'Unresolved'],
}
const prompt = { text: 'Draft: what was agreed? {{transcript}}', outputFields: [outcome] }

type Phone = Pick<AnalysedWorkspace['phone'], 'as'>

async function start(phone: Phone, user: FakeUser, callIds: readonly string[] | null, changes: object = {}) {
  return await phone.as(user).post(runs, { ...prompt, callIds, ...changes })
}

async function waitForRun(phone: Phone, user: FakeUser, id: string, state = 'done') {
  let received: unknown
  const isReached = async () => {
    const { body } = await phone.as(user).get(`${runs}/${id}`)
    received = body
    return body.state === state ? body : null
  }
  return await waitUntil(() => `the run is ${state}: ${JSON.stringify(received)}`, isReached, 20_000)
}

/** Answers requests of the draft, and leaves those of the version without an answer. */
function respondToDraft(answer: object) {
  return (_response: unknown, { body }: { body: { messages: readonly { content: string }[] } }) =>
    createCompletion(
      body.messages.some(({ content }) => content.includes('Draft: what was agreed?')) ? answer : usualAnswer,
    )
}

/** Guarantee (ZR840): a test of a prompt has no effect on calls. */
test('ZR840: a draft that is not saved runs beside the published version, and the calls stay as they are', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const first = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const second = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await analyse(phone, grace, first)
  const before = await listAnalyses(phone, grace, first)
  const { body: promptBefore } = await phone.as(ada).get('/analysis-prompt')
  provider.respondAlways(
    respondToDraft({ ...usualAnswer, summary: [{ text: 'New.', lines: [3] }], fields: { outcome: 'Sold' } }),
  )

  const { status, body: started } = await start(phone, ada, [first, second, first])
  expect([status, started.state, started.version]).toEqual([201, 'running', 1])
  expect(started.calls.map(({ id }: { id: string }) => id).toSorted()).toEqual([first, second].toSorted())
  const run = await waitForRun(phone, ada, started.id)

  expect(run).toMatchObject({
    purpose: 'test',
    resultCount: 4,
    unfinishedCount: 0,
    failedCount: 0,
    ...prompt,
  })
  for (const item of run.items) {
    expect(item).toMatchObject({
      isAudible: true,
      reference: null,
      draft: {
        state: 'done',
        inputTokens: 120,
        outputTokens: 30,
        statements: [{ text: 'New.', sources: [{ startMs: 30_000, endMs: 34_000 }] }],
        fields: [{ key: 'outcome', value: null, isInvalid: true }],
        actionItems: [{ text: 'Send the invoice', ownerName: 'Grace' }],
      },
      published: { state: 'done', fields: [{ value: 'An order.' }, { value: 'Resolved' }] },
    })
    expect(item.draft.tookMs).toBeGreaterThanOrEqual(0)
  }
  expect(await listAnalyses(phone, grace, first)).toEqual(before)
  expect((await listAnalyses(phone, grace, second)).items).toEqual([])
  expect((await phone.as(ada).get('/analysis-prompt')).body).toEqual(promptBefore)
  const { rows } = await phone.database.pool.query('select count(*)::integer from phone.action_items')
  expect(rows).toEqual([{ count: 1 }])
  const actions = (await listAuditEntries(phone)).filter(({ action }) => action === 'analysis_prompt.tested')
  expect(actions).toMatchObject([
    { actor_id: ada.id, details: { run: run.id, calls: `${first}, ${second}` } },
  ])
})

/** Guarantee (ZR841): results are read by administrators who may play the calls, and by no one else. */
test('ZR841: an administrator tests only calls that they may play, and reads no results of others', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace, hedy } = all
  const linus = phone.accounts.addUser('Linus II', [workspace], [workspace])
  const shared = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const message = await insertTranscribedCall(phone, workspace, { answeredBy: linus })
  const voicemail = JSON.stringify({ voicemail: { userId: linus.id, stage: 'message', at: 1 } })
  const change = 'update phone.calls set state = state || $1 where id = $2'
  await phone.database.pool.query(change, [voicemail, message])

  expect((await start(phone, grace, [shared])).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await start(phone, ada, [shared, message])).body.code).toBe('RECORDING_NOT_FOUND')
  expect((await start(phone, ada, [randomUUID()])).body.code).toBe('RECORDING_NOT_FOUND')
  expect(provider.received).toEqual([])
  const { body: started } = await start(phone, linus, [shared, message])
  const own = await waitForRun(phone, linus, started.id)
  expect(own.items.map((item: testRuns.TestedCall) => item.draft.statements.length)).toEqual([3, 3])

  const { body: seen } = await phone.as(ada).get(`${runs}/${started.id}`)
  expect(seen.items).toMatchObject([
    { callId: shared, isAudible: true, draft: { state: 'done' } },
    {
      callId: message,
      isAudible: false,
      draft: { state: 'done', inputTokens: 120, statements: [], fields: [], actionItems: [] },
      published: { statements: [], fields: [], actionItems: [] },
    },
  ])
  expect(seen.calls.map(({ id }: { id: string }) => id)).toEqual([shared])
  for (const path of [`${runs}/${started.id}`, `${runs}/${started.id}/cancel`]) {
    const method = path.endsWith('cancel') ? 'POST' : 'GET'
    const body = method === 'POST' ? {} : undefined
    expect((await phone.request(hedy, method, path, body)).body.code).toBe('TEST_RUN_NOT_FOUND')
  }
  expect((await phone.as(hedy).get(runs)).body.items).toEqual([])
  const readings = (await listAuditEntries(phone)).filter(
    ({ action, actor_id }) => action === 'analysis.read' && actor_id === ada.id,
  )
  expect(readings.map(({ subject_id }) => subject_id)).toEqual([shared])
})

/** Guarantee (ZR842): what is cancelled is neither sent nor saved, and one run at a time costs money. */
test('ZR842: a run is cancelled with its results so far, one runs at a time, and its end is final', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const calls = [
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
  ]
  const closed = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  provider.respondNext(
    () => createCompletion(usualAnswer),
    () => createCompletion(usualAnswer),
  )
  provider.respondAlways((response) => {
    response.on('close', () => closed.resolve())
    sent.resolve()
    return response
  })
  const { body: started } = await start(phone, ada, calls)
  await sent.promise
  expect((await start(phone, ada, calls)).body.code).toBe('TEST_RUN_RUNNING')

  const { body: cancelled } = await phone.as(ada).post(`${runs}/${started.id}/cancel`, {})
  expect(cancelled).toMatchObject({ state: 'cancelled', unfinishedCount: 0, failedCount: 0 })
  const count = (state: string) =>
    cancelled.items
      .flatMap((item: testRuns.TestedCall) => [item.draft, item.published])
      .filter((result: testRuns.TestResult) => result.state === state).length
  expect([count('done'), count('cancelled')]).toEqual([2, 4])
  await closed.promise
  expect((await phone.as(ada).post(`${runs}/${started.id}/cancel`, {})).body.state).toBe('cancelled')
  expect(provider.received.length).toBeLessThan(5)
  provider.respondAlways(() => createCompletion(usualAnswer))
  const { body: next } = await start(phone, ada, calls.slice(0, 1))
  await waitForRun(phone, ada, next.id)
  const { body: list } = await phone.as(ada).get(runs)
  expect(list.items.map(({ id, state }: testRuns.TestRun) => [id, state])).toEqual([
    [next.id, 'done'],
    [started.id, 'cancelled'],
  ])
  const ends = (await listAuditEntries(phone)).filter(({ action }) => /test_cancelled/.test(action))
  expect(ends).toHaveLength(1)
})

test('ZR843: a failed result names its problem, and the other results of the run are complete', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const long = await insertTranscribedCall(phone, workspace, {
    answeredBy: grace,
    texts: ['x'.repeat(400_001)],
  })
  const keyRejected = analysisFaults.keyRejected
  provider.respondAlways((response, request) =>
    request.body.messages.some(({ content }) => content.includes('Draft: what was agreed?'))
      ? keyRejected(response, request)
      : createCompletion(usualAnswer),
  )
  const { body: started } = await start(phone, ada, [callId, long])
  const run = await waitForRun(phone, ada, started.id)
  expect(run).toMatchObject({
    failedCount: 3,
    items: [
      { draft: { state: 'failed', problem: 'key-rejected', tookMs: null }, published: { state: 'done' } },
      { draft: { problem: 'text-too-long' }, published: { state: 'failed', problem: 'text-too-long' } },
    ],
  })
})

test('ZR843: after a restart, a test is sent again whose answer had not arrived', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const sent = Promise.withResolvers<void>()
  // It stays without a response.
  provider.respondNext(() => sent.resolve())
  const { body: started } = await start(phone, ada, [callId])
  await sent.promise
  await phone.service[Symbol.asyncDispose]()

  await using restarted = await restartPhone(phone, { outboundNetworks: loopbackNetworks })
  const run = await waitForRun(restarted, ada, started.id)
  expect(run.items).toMatchObject([{ draft: { state: 'done' }, published: { state: 'done' } }])
})

/** Guarantee (ZR844): texts of calls do not stay in test runs when the calls are deleted, or longer than two weeks. */
test('ZR844: results are deleted with their recordings, and runs by request, by number and by age', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, workspace, ada, grace } = all
  const { pool } = phone.database
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const other = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { body: first } = await start(phone, ada, [callId, other])
  await waitForRun(phone, ada, first.id)
  await phone.as(ada).put(`/analysis-prompt/reference-calls/${callId}`, {
    expected: [{ key: 'outcome', value: 'Resolved' }],
  })

  expect((await phone.as(ada).delete(`/calls/${callId}/recordings`)).status).toBe(200)
  const { body: left } = await phone.as(ada).get(`${runs}/${first.id}`)
  expect(left.items.map((item: testRuns.TestedCall) => item.callId)).toEqual([other])
  expect((await phone.as(ada).get('/analysis-prompt/reference-calls')).body.items).toEqual([])

  await pool.query(
    `insert into phone.prompt_test_runs (id, workspace_id, text, output_fields, purpose, requested_by, requested_at)
     select gen_random_uuid(), $1, '', '[]', 'test', $2, now() - n * interval '1 hour' from generate_series(1, 19) as n`,
    [workspace, ada.id],
  )
  const { body: next } = await start(phone, ada, [other])
  await waitForRun(phone, ada, next.id)
  const { body: list } = await phone.as(ada).get(runs)
  expect(list.items).toHaveLength(testRuns.maxTestRuns)
  expect((await phone.as(ada).delete(`${runs}/${first.id}`)).status).toBe(200)
  expect((await phone.as(ada).delete(`${runs}/${first.id}`)).body.code).toBe('TEST_RUN_NOT_FOUND')

  const lifetime = `${testRuns.testRunDays} days`
  await pool.query('update phone.prompt_test_runs set requested_at = requested_at - $1::interval', [lifetime])
  expect((await phone.as(ada).get(runs)).body.items).toEqual([])
  expect((await phone.as(ada).get(`${runs}/${next.id}`)).body.code).toBe('TEST_RUN_NOT_FOUND')
  await phone.service[Symbol.asyncDispose]()
  await using _restarted = await restartPhone(phone, { outboundNetworks: loopbackNetworks })
  const countRuns = async () => (await pool.query('select from phone.prompt_test_runs')).rowCount
  await expect.poll(countRuns, { timeout: 10_000 }).toBe(0)
})

test('ZR845: what cannot be tested is rejected before anything is sent, and runs are limited', async () => {
  await using all = await startAnalysedWorkspace({ rateLimitFactor: 1 })
  const { phone, provider, workspace, ada, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const silent = await insertTranscribedCall(phone, workspace, { answeredBy: grace, texts: [] })
  const many = Array.from({ length: testRuns.maxTestedCalls + 1 }, () => randomUUID())
  const attempts: [readonly string[] | null, object, string][] = [
    [[], {}, 'SCHEMA_ERROR'],
    [many, {}, 'SCHEMA_ERROR'],
    [[callId], { text: 'x'.repeat(20_001) }, 'SCHEMA_ERROR'],
    [[callId], { outputFields: [outcome, outcome] }, 'SCHEMA_ERROR'],
    [[callId], { text: ' ' }, 'ANALYSIS_PROMPT_EMPTY'],
    [[callId], { text: '{{mood}}' }, 'ANALYSIS_PROMPT_VARIABLE_UNKNOWN'],
    [[callId, silent], {}, 'TRANSCRIPT_NOT_FOUND'],
    [null, {}, 'REFERENCE_CALL_NOT_FOUND'],
  ]
  for (const [callIds, changes, code] of attempts)
    expect((await start(phone, ada, callIds, changes)).body.code).toBe(code)
  await phone.as(ada).delete('/model-providers/analysis')
  expect((await start(phone, ada, [callId])).body.code).toBe('ANALYSIS_NOT_CONFIGURED')
  expect(provider.received).toEqual([])

  await all.configure()
  for (let count = 0; count < 10; count += 1) {
    const { body } = await start(phone, ada, [callId])
    await phone.as(ada).post(`${runs}/${body.id}/cancel`, {})
  }
  expect((await start(phone, ada, [callId])).body.code).toBe('TOO_MANY_REQUESTS')
})
