import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill } from 'node:process'
import { required, waitUntil } from '@parley/primitives'
import { detectTones, readWav } from '@parley/rtp'
import { expect, test } from 'vitest'
import { areBothRecorded, testTone } from '../testing/record-one-call.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const dayMs = 24 * 60 * 60_000

const listSpool = ({ dataDirectory }: Pick<TestPhone, 'dataDirectory'>) =>
  readdir(join(dataDirectory, 'recordings-spool'))

/** Records a call, of which the media process exits. Returns when both sides are recorded in the next one. */
async function continueRecording(phone: TestPhone) {
  const ada = phone.signUp('Ada')
  const browser = await openBrowser(phone, ada)
  browser.say(500)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  await browser.waitForTone(1000)
  kill(required(phone.engine.mediaPids[0], 'a media process'), 'SIGKILL')
  await browser.waitForCall(id, ({ legs }) => legs.some(({ state }) => state === 'detached'))
  await browser.rejoin(id)
  await browser.waitForTone(1000)
  await browser.waitForCall(id, ({ recordings }) => recordings.length === 4)
  return { ada, id, browser, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

/** Guarantee (ZR470): no part of a recording is lost for users, or stays on disk when they delete it. */
test('ZR470: what is recorded after a media process has been replaced is part of the recording, and is deleted with it', async () => {
  await using phone = await startPhone()
  await using continued = await continueRecording(phone)
  const { ada, id, browser } = continued
  const api = phone.as(ada)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await api.post(`/calls/${id}/hang-up`, {})
  const { call } = await browser.next('call.ended')

  expect(call.recordings.map(({ state }) => state)).toEqual(Array(4).fill('finished'))
  const { get } = await phone.requestAudio(ada, `/calls/${id}/audio-links`)
  const mixed = required(readWav(Buffer.from(await (await get()).arrayBuffer())), 'the WAV file')
  const sampleRate = mixed.sampleRate === 8_000 ? 8_000 : 16_000
  expect(detectTones(mixed.pcm.subarray(-sampleRate / 2), [500, 1_000], sampleRate)).toEqual([500, 1_000])
  expect((await api.delete(`/calls/${id}/recordings`)).status).toBe(200)
  await waitUntil('all audio is deleted', async () => {
    const files = await readdir(phone.dataDirectory, { recursive: true })
    return !files.some((file) => file.endsWith('.wav'))
  })
})

/** Guarantee (ZR471): audio that no user can find or delete does not stay on disk. */
test('ZR471: audio in the spool of which nothing is stored is removed after a day, and no other', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)
  const recorded = await listSpool(phone)
  const old = [...recorded, `${crypto.randomUUID()}.leg.wav`, 'notes.txt']
  const recent = `${crypto.randomUUID()}.leg.wav`
  await phone.service[Symbol.asyncDispose]()
  for (const name of [recent, ...old]) await write(phone, name, old.includes(name) ? 25 : 23)
  // No node moves them to the store.
  await phone.database.pool.query(
    "update phone.recordings set stored_in = 'spool', node_id = gen_random_uuid()",
  )

  await using _again = await restartPhone(phone)

  const { dataDirectory } = phone
  const kept = [...recorded, recent, 'notes.txt'].toSorted()
  await waitUntil('the file is removed', async () => {
    const files = await listSpool({ dataDirectory })
    return files.length <= kept.length && files
  })
  expect((await listSpool({ dataDirectory })).toSorted()).toEqual(kept)
})

async function write({ dataDirectory }: TestPhone, name: string, ageHours: number): Promise<void> {
  const path = join(dataDirectory, 'recordings-spool', name)
  await writeFile(path, 'audio')
  const at = new Date(Date.now() - (ageHours / 24) * dayMs)
  await utimes(path, at, at)
}
