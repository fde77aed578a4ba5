import { randomUUID } from 'node:crypto'
import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect } from 'vitest'
import type { StoredCall } from '../call-log/index.ts'
import { startAnalysisServer } from './analysis-server.ts'
import type { FakeUser } from './fake-account-service.ts'
import { createSilence, insertRecordedCall } from './insert-recorded-call.ts'
import { startPhone, type TestPhone } from './start-phone.ts'

/** The answer of the model unless a test has another one. */
export const usualAnswer = {
  summary: [
    { text: 'Grace orders 400 lenses.', lines: [1] },
    { text: 'Delivery is promised.', lines: [2, 1] },
    { text: 'Grace compares suppliers.', lines: [] },
  ],
  actionItems: [{ text: 'Send the invoice', owner: 'Grace', due: '2026-12-04', lines: [2] }],
  fields: { reason: 'An order.', outcome: 'Resolved' },
}

export const spokenTexts = ['I would like 400 lenses.', 'You get the invoice on Friday.', 'Thank you.']

/**
 * Starts a phone with Ada, who administers a workspace with Grace and Linus, Hedy in another one, and a provider that
 * analyses the calls of the workspace on request by the prompt of Parley.
 */
export async function startAnalysedWorkspace(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startAnalysisServer(usualAnswer))
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, ...options }))
  const workspace = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [workspace], [workspace])
  const configure = async (isAutomatic = false) => {
    const body = { baseUrl: provider.baseUrl, apiKey: 'sk-0123456789abcdef', model: 'small', isAutomatic }
    expect((await phone.as(ada).put('/model-providers/analysis', body)).status).toBe(200)
  }
  const publish = async (changes: object = {}) => {
    const { body: before } = await phone.as(ada).get('/analysis-prompt')
    const { text, outputFields, revision } = before.draft
    const draft = { text, outputFields, revision, ...changes }
    const { body: saved } = await phone.as(ada).put('/analysis-prompt/draft', draft)
    const published = await phone.as(ada).post('/analysis-prompt/versions', { revision: saved.revision })
    expect(published.status).toBe(201)
  }
  await configure()
  await publish()
  return {
    phone,
    provider,
    workspace,
    ada,
    grace: phone.accounts.addUser('Grace', [workspace]),
    linus: phone.accounts.addUser('Linus', [workspace]),
    hedy: phone.signUp('Hedy'),
    configure,
    publish,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type AnalysedWorkspace = Awaited<ReturnType<typeof startAnalysedWorkspace>>

/** Stores a call of a user with a complete transcript. The lines begin 10 s after each other, by the two parties in turn. */
export async function insertTranscribedCall(
  phone: TestPhone,
  workspaceId: string,
  {
    answeredBy,
    texts = spokenTexts,
    ...properties
  }: { readonly answeredBy: FakeUser; readonly texts?: readonly string[] } & Partial<StoredCall>,
): Promise<string> {
  const { pool } = phone.database
  const tracks = [
    { party: 'caller', sound: createSilence(1) },
    { party: 'user', offsetMs: 1_000, sound: createSilence(1) },
  ] as const
  const id = await insertRecordedCall(phone, workspaceId, { answeredBy, tracks, ...properties })
  const { rows: recordings } = await pool.query(
    'select id, leg_id, started_at from phone.recordings where call_id = $1 order by started_at',
    [id],
  )
  const startMs = recordings[0].started_at.getTime()
  await pool.query(
    'insert into phone.transcriptions (call_id, workspace_id, requested_at) values ($1, $2, now())',
    [id, workspaceId],
  )
  for (const [index, text] of texts.entries()) {
    const { id: recordingId, leg_id: legId } = recordings[index % 2]
    const startsAt = new Date(startMs + 10_000 * (index + 1))
    await pool.query(
      `insert into phone.transcript_lines
         (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text, words, search_text)
       values ($1, $2, $3, $4, $5, $6, $7, $8, '[]', '')`,
      [
        randomUUID(),
        id,
        workspaceId,
        recordingId,
        legId,
        startsAt,
        new Date(startsAt.getTime() + 4_000),
        text,
      ],
    )
  }
  return id
}

export async function listAnalyses(phone: Pick<TestPhone, 'as'>, user: FakeUser, callId: string) {
  return (await phone.as(user).get(`/calls/${callId}/analyses`)).body
}

/** Waits until the latest analysis of a call has a state, and returns it. */
export async function waitForAnalysis(
  phone: Pick<TestPhone, 'as'>,
  user: FakeUser,
  callId: string,
  state: string,
) {
  let received: unknown
  const isReached = async () => {
    const { items } = await listAnalyses(phone, user, callId)
    received = items
    return items?.[0]?.state === state ? items[0] : null
  }
  return await waitUntil(() => `the analysis is ${state}: ${JSON.stringify(received)}`, isReached, 20_000)
}

/** Requests an analysis, and waits until it is complete. */
export async function analyse(
  phone: Pick<TestPhone, 'as'>,
  user: FakeUser,
  callId: string,
  body: object = {},
) {
  const { status, body: started } = await phone.as(user).post(`/calls/${callId}/analyses`, body)
  expect(status, JSON.stringify(started)).toBe(201)
  return await waitForAnalysis(phone, user, callId, 'done')
}
