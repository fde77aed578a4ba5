import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { required, waitUntil } from '@parley/primitives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areBothRecorded, recordOneCall, testTone } from '../testing/record-one-call.ts'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'
import { createDiskStore } from './store/disk-store.ts'
import { createS3Store, type S3Options } from './store/s3-store.ts'
import { startFaultyProxy } from './store/testing/start-faulty-proxy.ts'
import { type Swift, startSwift } from './store/testing/start-swift.ts'
import { readAll } from './store/testing/store-conformance.ts'

let swift: Swift
beforeAll(async () => {
  swift = await startSwift()
}, 180_000)
afterAll(() => swift[Symbol.asyncDispose]())

type Client = Pick<TestPhone, 'requestAudio' | 'as'>
type RecordedCall = Awaited<ReturnType<typeof recordOneCall>>

/** Returns the status of the mixed audio of a call, of a track and of its peaks. */
async function play(phone: Client, { ada, callId, recordingId }: RecordedCall): Promise<number[]> {
  const mixed = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  const single = await phone.requestAudio(ada, `/recordings/${recordingId}/links`)
  const responses = [await mixed.get(), await single.get(single.url, 'bytes=0-99')]
  const statuses = []
  for (const response of responses) {
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return [...statuses, (await phone.as(ada).get(`/recordings/${recordingId}/peaks`)).status]
}

async function readMix(phone: Client, { ada, callId }: RecordedCall): Promise<Buffer> {
  const { get } = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  return Buffer.from(await (await get()).arrayBuffer())
}

const listSpool = ({ dataDirectory }: Pick<TestPhone, 'dataDirectory'>) =>
  readdir(join(dataDirectory, 'recordings-spool'))

/** Starts a phone that stores recordings in S3 behind a proxy, below its own prefix. */
async function startPhoneWithS3(prefix: string) {
  const proxy = await startFaultyProxy(swift.port)
  const s3: S3Options = { ...swift.s3, endpoint: proxy.url, prefix, idleTimeoutMs: 5_000 }
  const phone = await startPhone({ recordings: { s3 } })
  return {
    phone,
    proxy,
    s3,
    store: await createS3Store({ ...swift.s3, prefix }),
    async [Symbol.asyncDispose]() {
      await phone[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

test('a recording in S3 can be played, also in parts, and is deleted there', async () => {
  await using setUp = await startPhoneWithS3('whole/')
  const { phone, store } = setUp
  const recorded = await recordOneCall(phone)
  const files = await waitUntilStored(phone, recorded.callId)

  expect(await listSpool(phone)).toEqual([])
  expect(await play(phone, recorded)).toEqual([200, 206, 200])
  const { get, url } = await phone.requestAudio(recorded.ada, `/calls/${recorded.callId}/audio-links`)
  const whole = Buffer.from(await (await get()).arrayBuffer())
  const part = Buffer.from(await (await get(url, 'bytes=1001-20002')).arrayBuffer())
  expect(part).toEqual(whole.subarray(1001, 20_003))

  await phone.as(recorded.ada).delete(`/calls/${recorded.callId}/recordings`)
  for (const { key } of files)
    await waitUntil('the object is deleted', async () => (await store.find(key)) === null)
})

/** Guarantee (ZR78): an outage of S3 loses no recording. */
test('ZR78: while S3 is down, a recording is played from the spool; it is moved afterwards', async () => {
  await using setUp = await startPhoneWithS3('outage/')
  const { phone, proxy } = setUp
  proxy.fault = 'unavailable'
  const recorded = await recordOneCall(phone)
  const atFirst = proxy.requests
  await waitUntil('the store is tried again', () => proxy.requests > atFirst + 4)

  expect(await listSpool(phone)).toHaveLength(2)
  expect(await play(phone, recorded)).toEqual([200, 206, 200])
  const before = await readMix(phone, recorded)

  proxy.fault = 'none'
  await waitUntilStored(phone, recorded.callId)
  expect(await listSpool(phone)).toEqual([])
  expect(await readMix(phone, recorded)).toEqual(before)

  proxy.fault = 'unavailable'
  const { get } = await phone.requestAudio(recorded.ada, `/recordings/${recorded.recordingId}/links`)
  const unavailable = await get()
  expect([unavailable.status, await unavailable.json()]).toMatchObject([
    503,
    { code: 'RECORDING_UNAVAILABLE' },
  ])
})

/** Guarantee (ZR680): one recording that can never be stored does not delay the others. */
test('ZR680: a recording that the store rejects is not tried again before those of later calls are stored', async () => {
  await using setUp = await startPhoneWithS3('rejected/')
  const { phone, proxy } = setUp
  proxy.fault = 'unavailable'
  await recordOneCall(phone)
  const listRecordings = async () => {
    const sql = 'select location as key, stored_in from phone.recordings order by started_at'
    return (await phone.database.pool.query<{ key: string; stored_in: string }>(sql)).rows
  }
  const [lost] = await waitUntil('both tracks are in the spool', async () => {
    const rows = await listRecordings()
    return rows.length === 2 && (await listSpool(phone)).length === 2 && rows
  })
  await rm(join(phone.dataDirectory, 'recordings-spool', basename(required(lost, 'a recording').key)))
  proxy.fault = 'none'
  await waitUntil('the other track is stored', async () => (await listRecordings())[1]?.stored_in === 's3')
  const requestsBefore = proxy.requests

  const later = await recordOneCall(phone)
  await waitUntilStored(phone, later.callId)

  // Each of the two later tracks is sent, and its size compared.
  expect(proxy.requests - requestsBefore).toBe(4)
})

/** Guarantee (ZR79): deleted audio is deleted from its store, and its row is not deleted before. */
test('ZR79: a recording that is deleted while S3 is down is gone for users, and its object when S3 is back', async () => {
  await using setUp = await startPhoneWithS3('deleted/')
  const { phone, proxy, store } = setUp
  const recorded = await recordOneCall(phone)
  const [file] = await waitUntilStored(phone, recorded.callId)
  const { key } = required(file, 'a recording')
  proxy.fault = 'unavailable'

  const link = await phone.requestAudio(recorded.ada, `/recordings/${recorded.recordingId}/links`)
  const { body } = await phone.as(recorded.ada).delete(`/calls/${recorded.callId}/recordings`)

  expect(body).toMatchObject({ recordings: [], recordingDeleted: { byName: 'Ada' } })
  expect((await link.get()).status).toBe(404)
  const countRows = async () => (await phone.database.pool.query('select 1 from phone.recordings')).rowCount
  const atFirst = proxy.requests
  await waitUntil('the deletion of both is tried again', () => proxy.requests > atFirst + 10)
  expect(await countRows()).toBe(2)
  expect(await store.find(key)).not.toBeNull()
  proxy.fault = 'none'
  await waitUntil('the rows are deleted', async () => (await countRows()) === 0)
  expect(await store.find(key)).toBeNull()
})

/** Guarantee (ZR80): a crash during the move of a recording neither loses nor doubles it. */
test.each([
  ['stored', 'disk'],
  ['stored and removed from the spool', 'disk'],
  ['stored', 's3'],
  ['stored and removed from the spool', 's3'],
] as const)(
  'ZR80: a recording that was %s when the process ended is once in the store on %s',
  async (step, kind) => {
    const s3 = { ...swift.s3, prefix: `${step}/` }
    const options = kind === 's3' ? { recordings: { s3 } } : {}
    await using phone = await startPhone(options)
    const recorded = await recordOneCall(phone)
    const files = await waitUntilStored(phone, recorded.callId)
    const before = await readMix(phone, recorded)
    await phone.service[Symbol.asyncDispose]()

    await phone.database.pool.query("update phone.recordings set stored_in = 'spool'")
    const store =
      kind === 's3' ? await createS3Store(s3) : createDiskStore(join(phone.dataDirectory, 'recordings'))
    if (step === 'stored') {
      for (const { key } of files) {
        const file = join(phone.dataDirectory, 'recordings-spool', basename(key))
        await writeFile(file, await readAll(await store.find(key)))
      }
    }
    await using again = await restartPhone(phone, options)

    expect(await readMix(again, recorded)).toEqual(before)
    await waitUntilStored(phone, recorded.callId)
    expect(await readMix(again, recorded)).toEqual(before)
    expect(await listSpool(phone)).toEqual([])
  },
)

/** Guarantee: recordings from before S3 was configured keep playing, and are moved to it. */
test('recordings on disk can be played after S3 is configured, and are moved', async () => {
  await using phone = await startPhone()
  const recorded = await recordOneCall(phone)
  const files = await waitUntilStored(phone, recorded.callId)
  const before = await readMix(phone, recorded)
  await phone.service[Symbol.asyncDispose]()
  await using proxy = await startFaultyProxy(swift.port)
  proxy.fault = 'unavailable'

  await using again = await restartPhone(phone, {
    recordings: { s3: { ...swift.s3, endpoint: proxy.url, prefix: 'moved/' } },
  })
  expect(await readMix(again, recorded)).toEqual(before)
  proxy.fault = 'none'

  const { path } = required(files[0], 'a file')
  await waitUntil('the files are moved', async () => (await readdir(dirname(path))).length === 0)
  expect(await readMix(again, recorded)).toEqual(before)
})

/** Guarantee: an operator sees wrong settings before the first recording. */
test('a phone service with settings that S3 rejects does not start, and one whose S3 is down does', async () => {
  const s3 = { ...swift.s3, prefix: 'start/' }
  await expect(startPhone({ recordings: { s3: { ...s3, secretKey: 'another-secret' } } })).rejects.toThrow(
    'Recordings cannot be stored: S3 responded with 403 SignatureDoesNotMatch.',
  )

  await using proxy = await startFaultyProxy(swift.port)
  proxy.fault = 'reset'
  await using phone = await startPhone({ recordings: { s3: { ...s3, endpoint: proxy.url } } })
  expect((await phone.as(phone.signUp('Ada')).get('/me')).status).toBe(200)
})

/** Guarantee: a service that is replaced by one on another machine leaves no recording in its spool. */
test('the recording of a call that ends with the service is stored before the service ends', async () => {
  await using phone = await startPhone({ recordings: { s3: { ...swift.s3, prefix: 'last/' } } })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, areBothRecorded)

  await phone.service[Symbol.asyncDispose]()

  const { rows } = await phone.database.pool.query('select state, stored_in from phone.recordings')
  expect(rows).toEqual([
    { state: 'finished', stored_in: 's3' },
    { state: 'finished', stored_in: 's3' },
  ])
  expect(await listSpool(phone)).toEqual([])
})

test('a recording in the spool of another node can be played when it is stored', async () => {
  await using setUp = await startPhoneWithS3('elsewhere/')
  const { phone, proxy } = setUp
  proxy.fault = 'unavailable'
  const recorded = await recordOneCall(phone)
  await phone.database.pool.query('update phone.recordings set node_id = $1', [randomUUID()])
  const spool = join(phone.dataDirectory, 'recordings-spool')
  const otherSpool = join(phone.dataDirectory, 'other-spool')
  await rename(spool, otherSpool)
  await mkdir(spool)
  proxy.fault = 'none'

  expect(await play(phone, recorded)).toEqual([409, 409, 409])

  const store = await createS3Store({ ...swift.s3, prefix: 'elsewhere/' })
  const { rows } = await phone.database.pool.query(
    "update phone.recordings set stored_in = 's3' returning location",
  )
  for (const { location } of rows) await store.put(location, join(otherSpool, basename(location)))
  expect(await play(phone, recorded)).toEqual([200, 206, 200])
})
