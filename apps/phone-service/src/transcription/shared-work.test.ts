import { accessTokenHeader } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { createSilence, insertRecordedCall, readSpeech } from '../testing/insert-recorded-call.ts'
import { restartPhone } from '../testing/start-phone.ts'
import { startTranscribedWorkspace, waitForTranscription } from '../testing/start-transcribed-workspace.ts'
import { startTranscriptionServer } from '../testing/transcription-server.ts'

const sound = Buffer.concat([createSilence(1), await readSpeech()])
const tracks = [{ party: 'caller', sound }] as const
const start = (callId: string) => `/calls/${callId}/transcription`

/** Guarantee (ZR821): work that ends the process does not end each one after it. */
test('ZR821: parts whose last three attempts did not end fail, until a user requests them again', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, provider, workspace, grace } = all
  const { pool } = phone.database
  provider.respondAlways(() => undefined)
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })
  await phone.as(grace).post(start(callId))
  const countUnended = async () =>
    (await pool.query('select unended_attempts from phone.transcription_chunks')).rows.map(
      ({ unended_attempts }) => unended_attempts,
    )
  await waitUntil('the request has arrived', () => provider.received.length === 1)
  expect(await countUnended()).toEqual([1])
  await phone.service[Symbol.asyncDispose]()
  expect(await countUnended()).toEqual([0])
  await pool.query('update phone.transcription_chunks set unended_attempts = 3')

  await using restarted = await restartPhone(phone, { outboundNetworks: loopbackNetworks })
  const failed = await waitForTranscription(restarted, grace, callId, 'failed')

  expect(failed).toMatchObject({ problem: 'interrupted', canStart: true })
  expect(provider.received).toHaveLength(1)
  await pool.query(
    `update phone.transcription_tracks set state = 'waiting', unended_attempts = 3, due_at = now() - interval '1 day'`,
  )
  await waitForTranscription(restarted, grace, callId, 'failed')
  expect((await pool.query('select problem from phone.transcription_tracks')).rows).toEqual([
    { problem: 'interrupted' },
  ])
  provider.respondAlways(() => ({ text: 'Good morning.' }))
  await restarted.as(grace).post(start(callId))
  await waitForTranscription(restarted, grace, callId, 'done')
})

/** Guarantee (ZR823): a provider that does not respond delays no other workspace. */
test('ZR823: calls of a workspace are transcribed while the provider of others does not respond', async () => {
  await using all = await startTranscribedWorkspace()
  await using mute = await startTranscriptionServer()
  mute.respondAlways(() => undefined)
  const { phone, workspace, grace } = all
  const teams = ['One', 'Two', 'Three'].map((name) => phone.accounts.addTeam(name))
  const mallory = phone.accounts.addUser('Mallory', teams, teams)
  for (const team of teams) {
    const api = phone.as(mallory, team)
    const settings = { baseUrl: mute.baseUrl, apiKey: null, model: 'm', language: null, isAutomatic: false }
    expect((await api.put('/model-providers/transcription', settings)).status).toBe(200)
    for (let count = 0; count < 3; count += 1) {
      const callId = await insertRecordedCall(phone, team, { answeredBy: mallory, tracks })
      expect((await api.post(start(callId))).status).toBe(200)
    }
  }
  await waitUntil('the provider has two requests of each workspace', () => mute.received.length === 6)
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })

  await phone.as(grace).post(start(callId))

  await waitForTranscription(phone, grace, callId, 'done')
  expect(mute.received).toHaveLength(6)
})

/** Guarantee (ZR826): exports neither fill the memory nor occupy the thread that handles all calls. */
test('ZR826: a long transcript is exported as it is read, and a user exports one at a time', async () => {
  await using all = await startTranscribedWorkspace()
  const { phone, workspace, grace } = all
  const { pool } = phone.database
  const callId = await insertRecordedCall(phone, workspace, { answeredBy: grace, tracks })
  await phone.as(grace).post(start(callId))
  await waitForTranscription(phone, grace, callId, 'done')
  const words = Array.from({ length: 500 }, (_, index) => ({ text: 'a', startMs: index, endMs: index + 1 }))
  await pool.query(
    `insert into phone.transcript_lines (id, call_id, workspace_id, recording_id, leg_id, starts_at, ends_at, text,
       words, search_text)
     select gen_random_uuid(), call_id, workspace_id, recording_id, leg_id, starts_at + number * interval '1 second',
       ends_at + number * interval '1 second', repeat('a ', 500), $1::jsonb, 'a'
     from phone.transcript_lines, generate_series(1, 1000) number`,
    [JSON.stringify(words)],
  )
  const headers = { [accessTokenHeader]: await phone.accounts.tokenFor(grace.id) }
  const url = `${phone.service.url}/api/v1/calls/${callId}/transcript/export?format=json`
  const first = await fetch(url, { headers })
  const second = await fetch(url, { headers })

  expect([first.status, second.status]).toEqual([200, 429])
  const { lines } = JSON.parse(await first.text())
  expect(lines).toHaveLength(1_001)
  expect(lines[1_000].words).toHaveLength(500)
  const third = await fetch(`${url.replace('json', 'txt')}`, { headers })
  expect((await third.text()).trim().split('\n')).toHaveLength(1_001)
})
