import { randomUUID } from 'node:crypto'
import { sleep, waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { type AnalysisFault, analysisFaults, createCompletion } from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import {
  analyse,
  insertTranscribedCall,
  listAnalyses,
  startAnalysedWorkspace,
  usualAnswer,
  waitForAnalysis,
} from '../testing/start-analysed-workspace.ts'
import { restartPhone } from '../testing/start-phone.ts'
import { connectLive } from '../testing/test-browser.ts'

const path = (callId: string) => `/calls/${callId}/analyses`

/** A clock that a test moves, so that it does not wait for the next attempt. */
function createClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms: number) => {
      offsetMs += ms
    },
  }
}

test('an analysis has statements with their seconds, typed values, and action items of the participants', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace, linus } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  expect(await listAnalyses(phone, grace, callId)).toEqual({
    items: [],
    obstacle: null,
    providerHost: `127.0.0.1:${provider.port}`,
    latestVersion: 1,
  })
  const atGrace = await connectLive(phone, grace, randomUUID())
  const atLinus = await connectLive(phone, linus, randomUUID())

  const done = await analyse(phone, grace, callId)

  expect(done).toMatchObject({
    version: 1,
    requestedByName: 'Grace',
    problem: null,
    model: 'small',
    host: `127.0.0.1:${provider.port}`,
    inputTokens: 120,
    outputTokens: 30,
    statements: [
      { text: 'Grace orders 400 lenses.', sources: [{ startMs: 10_000, endMs: 14_000 }] },
      { sources: [{ startMs: 10_000 }, { startMs: 20_000 }] },
      { text: 'Grace compares suppliers.', sources: [] },
    ],
    fields: [
      { key: 'reason', label: 'Reason for the call', value: 'An order.', isInvalid: false },
      { key: 'outcome', type: 'choice', value: 'Resolved', isInvalid: false },
    ],
    actionItems: [
      {
        text: 'Send the invoice',
        owner: { userId: grace.id, name: 'Grace' },
        dueOn: '2026-12-04',
        sources: [{ startMs: 20_000, endMs: 24_000 }],
        done: null,
        edited: null,
      },
    ],
  })
  expect(done.tookMs).toBeGreaterThanOrEqual(0)
  expect(await atGrace.next('call-details.changed')).toMatchObject({ callId })
  expect(atLinus.messages.filter(({ type }) => type === 'call-details.changed')).toEqual([])
  for (const socket of [atGrace, atLinus]) socket.close()
  const actions = (await listAuditEntries(phone)).filter(({ action }) => /^analysis\./.test(action))
  expect(actions).toMatchObject([
    { action: 'analysis.requested', actor_id: grace.id, subject_id: callId, details: { version: 1 } },
    { action: 'analysis.read', subject_id: callId },
  ])
})

/** Guarantee (ZR789): a statement never links to a passage that the model has invented. */
test('ZR789: lines, people, days and values that do not exist have no effect, and a wrong value is marked', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace, linus } = all
  provider.respondAlways(() =>
    createCompletion({
      summary: [
        { text: 'One.', lines: [0, 99, -1, '1', 2.5, null, 3, 3] },
        { text: 'Two.', lines: 'all' },
      ],
      actionItems: [
        { text: 'Call back', owner: 'Linus', due: '2026-02-30', lines: [4] },
        { text: 'Write', owner: linus.id, due: 'tomorrow', lines: [1], userId: linus.id, done: true },
      ],
      fields: { reason: 17, outcome: 'Sold', __proto__: { secret: 1 }, other: 'x' },
      callId: 'x',
      delete: true,
    }),
  )
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })

  const done = await analyse(phone, grace, callId)

  expect(done.statements).toEqual([
    { text: 'One.', sources: [{ startMs: 30_000, endMs: 34_000 }] },
    { text: 'Two.', sources: [] },
  ])
  expect(done.fields).toMatchObject([
    { key: 'reason', value: null, isInvalid: true },
    { key: 'outcome', value: null, isInvalid: true },
  ])
  expect(done.actionItems).toMatchObject([
    { text: 'Call back', owner: null, dueOn: null, sources: [], done: null },
    { text: 'Write', owner: null, dueOn: null, done: null },
  ])
})

test('what is missing is named, and nothing is requested before', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, ada, grace } = all
  const start = async (callId: string, body: object = {}) =>
    (await phone.as(grace).post(path(callId), body)).body.code
  const obstacle = async (callId: string) => (await listAnalyses(phone, grace, callId)).obstacle
  const [silent, untranscribed, incomplete, complete] = [
    await insertTranscribedCall(phone, workspace, { answeredBy: grace, texts: [] }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
  ]
  const { pool } = phone.database
  await pool.query('delete from phone.transcriptions where call_id = $1', [untranscribed])
  await pool.query(
    `insert into phone.transcription_tracks (recording_id, call_id, workspace_id, state, due_at)
     select id, call_id, workspace_id, 'failed', now() from phone.recordings where call_id = $1`,
    [incomplete],
  )
  expect(await start(silent)).toBe('TRANSCRIPT_NOT_FOUND')
  expect([await obstacle(untranscribed), await start(untranscribed)]).toEqual([
    'no-transcript',
    'TRANSCRIPT_NOT_FOUND',
  ])
  expect([await obstacle(incomplete), await start(incomplete)]).toEqual([
    'transcript-incomplete',
    'TRANSCRIPT_NOT_COMPLETE',
  ])
  expect(await start(complete, { version: 2 })).toBe('ANALYSIS_PROMPT_VERSION_NOT_FOUND')
  await pool.query('delete from phone.analysis_prompt_versions')
  expect([await obstacle(complete), await start(complete)]).toEqual([
    'no-prompt',
    'ANALYSIS_PROMPT_NOT_PUBLISHED',
  ])
  await phone.as(ada).delete('/model-providers/analysis')
  expect([await obstacle(complete), await start(complete)]).toEqual([
    'not-configured',
    'ANALYSIS_NOT_CONFIGURED',
  ])
  expect(provider.received).toEqual([])
})

/** Guarantee (ZR790): an analysis is of the whole transcript or of none of it. */
test('ZR790: a transcript that is too long is not sent, also when it has grown after the request', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace, configure, ada } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const grow = 'update phone.transcript_lines set text = $2 where call_id = $1'
  await phone.database.pool.query(grow, [callId, 'x'.repeat(200_000)])
  expect((await listAnalyses(phone, grace, callId)).obstacle).toBe('transcript-too-long')
  expect((await phone.as(grace).post(path(callId), {})).body.code).toBe('TRANSCRIPT_TOO_LONG')
  await phone.as(ada).delete('/model-providers/analysis')
  await configure(true)

  const later = await insertTranscribedCall(phone, workspace, {
    answeredBy: grace,
    texts: ['x'.repeat(400_001)],
  })

  expect(await waitForAnalysis(phone, grace, later, 'failed')).toMatchObject({ problem: 'text-too-long' })
  expect(provider.received).toEqual([])
})

/** Guarantee (ZR791): no text leaves the server unless the workspace has chosen it. */
test('ZR791: calls are analysed by themselves from the moment that it is enabled, once, when their transcript is complete', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace, configure } = all
  const before = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await sleep(20)
  await configure(true)
  const after = await insertTranscribedCall(phone, workspace, { answeredBy: grace })

  expect(await waitForAnalysis(phone, grace, after, 'done')).toMatchObject({ requestedByName: null })

  await sleep(3_500)
  expect((await listAnalyses(phone, grace, before)).items).toEqual([])
  expect(provider.received).toHaveLength(1)
})

test('a second analysis by another version retains the first, a call has 20, and one runs at a time', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace, publish } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await analyse(phone, grace, callId)
  await publish({ text: 'Is the caller content? {{transcript}}' })
  const release = Promise.withResolvers<void>()
  provider.respondNext(async () => {
    await release.promise
    return createCompletion({ ...usualAnswer, summary: [{ text: 'Content.', lines: [3] }] })
  })
  const { body: started } = await phone.as(grace).post(path(callId), {})
  expect(started).toMatchObject({ state: 'queued', version: 2 })
  await waitForAnalysis(phone, grace, callId, 'running')
  expect((await phone.as(grace).post(path(callId), {})).body.code).toBe('ANALYSIS_RUNNING')
  expect((await listAnalyses(phone, grace, callId)).obstacle).toBe('running')
  release.resolve()
  await waitForAnalysis(phone, grace, callId, 'done')
  await analyse(phone, grace, callId, { version: 1 })

  const { items } = await listAnalyses(phone, grace, callId)
  expect(items.map(({ version }: { version: number }) => version)).toEqual([1, 2, 1])
  expect(items[1].statements).toMatchObject([{ text: 'Content.' }])
  await phone.database.pool.query(
    `insert into phone.call_analyses (id, call_id, workspace_id, version, requested_at, state, due_at)
     select gen_random_uuid(), call_id, workspace_id, 1, now(), 'done', now()
     from phone.call_analyses cross join generate_series(1, 17) limit 17`,
  )
  expect((await phone.as(grace).post(path(callId), {})).body.code).toBe('ANALYSIS_LIMIT')
  expect((await listAnalyses(phone, grace, callId)).obstacle).toBe('limit')
})

test.each([
  ['fails', analysisFaults.serverError, 'server-error'],
  ['closes the connection', analysisFaults.truncated, 'unreachable'],
  ['sends no JSON', analysisFaults.notJson, 'not-json'],
  ['sends incomplete JSON', analysisFaults.incomplete, 'unexpected-response'],
])('an analysis whose provider %s is sent again later', async (_, fault: AnalysisFault, problem) => {
  const clock = createClock()
  await using all = await startAnalysedWorkspace({ now: clock.now })
  const { phone, provider, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  provider.respondNext(fault)
  await phone.as(grace).post(path(callId), {})
  await waitUntil(
    'the attempt has failed',
    async () => (await listAnalyses(phone, grace, callId)).items[0].retriesAt !== null,
  )
  expect((await listAnalyses(phone, grace, callId)).items[0]).toMatchObject({ state: 'running', problem })

  clock.advance(6_000)
  await waitForAnalysis(phone, grace, callId, 'done')

  expect(provider.received).toHaveLength(2)
})

test('ZR792: the provider of analysis is not asked before the time for which it asks', async () => {
  const clock = createClock()
  await using all = await startAnalysedWorkspace({ now: clock.now })
  const { phone, provider, workspace, grace } = all
  const [callId, other] = [
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
  ]
  provider.respondNext((response) => response.writeHead(429, { 'retry-after': '600' }).end())
  await phone.as(grace).post(path(callId), {})
  await waitUntil(
    'the attempt has failed',
    async () => (await listAnalyses(phone, grace, callId)).items[0].retriesAt !== null,
  )
  const [{ retriesAt }] = (await listAnalyses(phone, grace, callId)).items
  expect(retriesAt - clock.now().getTime()).toBeGreaterThan(590_000)
  clock.advance(580_000)
  await sleep(1_500)
  expect(provider.received).toHaveLength(1)

  clock.advance(30_000)
  await waitForAnalysis(phone, grace, callId, 'done')
  await analyse(phone, grace, other)
})

/** Guarantee (ZR793): a model without the requested form costs two requests, and never a wrong result. */
test('ZR793: an answer in another form is sent back once with its problems, then the analysis fails', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace } = all
  const corrected = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  provider.respondNext(analysisFaults.prose)
  await analyse(phone, grace, corrected)
  const [, second] = provider.received
  expect(second?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect((await listAnalyses(phone, grace, corrected)).items[0]).toMatchObject({
    inputTokens: 240,
    outputTokens: 60,
  })

  const rejected = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  provider.respondNext(analysisFaults.otherForm, () =>
    createCompletion({ ...usualAnswer, summary: [{ text: 'x'.repeat(1_001), lines: [] }] }),
  )
  await phone.as(grace).post(path(rejected), {})
  const failed = await waitForAnalysis(phone, grace, rejected, 'failed')
  expect(failed).toMatchObject({ problem: 'answer-invalid', statements: [], actionItems: [], model: null })
  expect(provider.received).toHaveLength(4)

  // A new request replaces the failed one.
  await analyse(phone, grace, rejected)
  expect((await listAnalyses(phone, grace, rejected)).items).toHaveLength(1)
})

test.each([
  ['cuts its answer off', analysisFaults.cutOff, 'answer-incomplete'],
  ['redirects', analysisFaults.redirect, 'redirected'],
  ['accepts less text', analysisFaults.tooLong, 'text-too-long'],
  ['rejects the key', analysisFaults.keyRejected, 'key-rejected'],
  ['sends too much', analysisFaults.huge, 'response-too-large'],
])(
  'an analysis whose provider %s fails with that cause after one request',
  async (_, fault: AnalysisFault, problem) => {
    await using all = await startAnalysedWorkspace()
    const { phone, provider, workspace, grace } = all
    const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
    provider.respondAlways(fault)
    await phone.as(grace).post(path(callId), {})

    expect(await waitForAnalysis(phone, grace, callId, 'failed')).toMatchObject({ problem })
    expect(provider.received).toHaveLength(1)
  },
)

test('ZR794: after a restart an analysis is sent again whose answer had not arrived', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace } = all
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  // It stays without a response.
  provider.respondNext(() => undefined)
  await phone.as(grace).post(path(callId), {})
  await waitUntil('the request has arrived', () => provider.received.length === 1)
  await phone.service[Symbol.asyncDispose]()

  await using restarted = await restartPhone(phone, { outboundNetworks: loopbackNetworks })
  await waitForAnalysis(restarted, grace, callId, 'done')

  expect(provider.received).toHaveLength(2)
})

/** Guarantee (ZR795): an analysis does not outlive its recording, also if its answer arrives later. */
test('ZR795: analyses and action items are deleted with the recordings, and a late answer is not saved', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, provider, workspace, grace } = all
  const insert = () => insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const [complete, running] = [await insert(), await insert()]
  await analyse(phone, grace, complete)
  const release = Promise.withResolvers<void>()
  provider.respondAlways(async () => {
    await release.promise
    return createCompletion(usualAnswer)
  })
  await phone.as(grace).post(path(running), {})
  await waitUntil('the request has arrived', () => provider.received.length === 2)

  for (const id of [complete, running])
    expect((await phone.as(grace).delete(`/calls/${id}/recordings`)).status).toBe(200)
  release.resolve()
  await sleep(300)

  for (const table of ['call_analyses', 'action_items'])
    expect((await phone.database.pool.query(`select * from phone.${table}`)).rows).toEqual([])
})

test('requests of a workspace are limited', async () => {
  await using all = await startAnalysedWorkspace({ rateLimitFactor: 1 })
  const { phone, workspace, grace, linus } = all
  await phone.database.pool.query('delete from phone.analysis_prompt_versions where number > 1')
  const calls = [
    await insertTranscribedCall(phone, workspace, { answeredBy: grace }),
    await insertTranscribedCall(phone, workspace, { answeredBy: linus }),
  ] as const
  const codes = new Set<string | undefined>()
  for (let index = 0; index < 32; index += 1) {
    const [user, callId] = index % 2 === 0 ? [grace, calls[0]] : [linus, calls[1]]
    codes.add((await phone.as(user).post(path(callId), {})).body.code)
    await phone.database.pool.query('delete from phone.call_analyses')
  }
  expect(codes).toEqual(new Set([undefined, 'TOO_MANY_REQUESTS']))
})
