import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { insertRecordings } from '../testing/insert-recordings.ts'
import { recordOneCall, testTone } from '../testing/record-one-call.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'

/** Guarantee: a member cannot let a call grow until it keeps the node busy. */
test('ZR161: a call has at most 500 recordings, also with participants who join while it is recorded', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const start = () => phone.as(ada).post(`/calls/${id}/recording/start`)
  await insertRecordings(phone, id, 498)

  expect((await start()).status).toBe(200)
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 500)
  await phone.as(ada).post(`/calls/${id}/participants`, { to: testTone })
  const { phase } = await browser.waitForCall(id, ({ recordingState }) => recordingState === 'failed')
  const again = await start()

  expect([phase, again.status, again.body.code]).toEqual(['talking', 409, 'RECORDING_LIMIT_REACHED'])
  expect((await phone.as(ada).get(`/calls/${id}`)).body.recordings).toHaveLength(500)
})

/** Guarantee: the audio of a call from before the limit can be played. */
test('ZR162: the mixed audio of a call with 600 recordings contains them all', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  await waitUntilStored(phone, callId)
  const { pool } = phone.database
  const toPath = (location: string) => join(phone.dataDirectory, 'recordings', location)
  const [real] = (await pool.query('select location from phone.recordings')).rows
  await insertRecordings(phone, callId, 598)
  const { rows } = await pool.query('select location from phone.recordings where size_bytes = 0')
  for (const { location } of rows) {
    await mkdir(dirname(toPath(location)), { recursive: true })
    await copyFile(toPath(real.location), toPath(location))
  }
  await pool.query(
    "update phone.recordings set started_at = to_timestamp(599) where started_at > '2000-01-01'",
  )

  const response = await (await phone.requestAudio(ada, `/calls/${callId}/audio-links`)).get()

  expect(response.status).toBe(200)
  const audio = Buffer.from(await response.arrayBuffer())
  const bytesPerSecond = audio.readUInt32LE(28)
  expect(audio.length).toBeGreaterThan(44 + 598 * bytesPerSecond)
  // The track that is mixed last.
  expect(audio.subarray(-bytesPerSecond / 2).some((byte) => byte !== 0)).toBe(true)
})

/** Guarantee: several nodes together do not exceed the quota of a workspace. */
test('ZR164: what another node is writing counts against the quota', async () => {
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus })
  await using other = await startOtherNode(phone, { bus, recordings: { maxBytesPerWorkspace: 10_000 } })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  const { handsetId } = browser

  await waitUntil('the other node rejects a recording', async () => {
    const { status, body } = await other.as(ada).post('/calls', { to: testTone, handsetId, recording: 'on' })
    if (status === 201) await other.as(ada).post(`/calls/${body.call.id}/hang-up`, {})
    return body.code === 'RECORDING_QUOTA_REACHED'
  })

  const { body: call } = await phone.as(ada).get(`/calls/${id}`)
  expect([call.recordingState, call.recordings[0].state]).toEqual(['on', 'writing'])
})
