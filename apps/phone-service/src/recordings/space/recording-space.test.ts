import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@parley/contract/phone'
import { required, waitUntil } from '@parley/primitives'
import { mountSmallDisk } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { recordOneCall, testTone } from '../../testing/record-one-call.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'
import { waitUntilStored } from '../../testing/wait-until-stored.ts'

/**
 * Records a call until it ends because of its size. Returns the call then, which still runs, and the response to the
 * start of another recording after `prepare`.
 */
async function recordUntilNoSpace(phone: TestPhone, prepare: () => Promise<void> = async () => {}) {
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call(testTone, { recording: 'on' })
  await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  await browser.waitForCall(id, ({ recordingState }) => recordingState === 'no-space')
  const isFinished = ({ recordings }: Call) =>
    recordings.length === 2 && recordings.every(({ state }) => state === 'finished')
  const call = await browser.waitForCall(id, isFinished)
  await prepare()
  const started = await phone.as(ada).post(`/calls/${id}/recording/start`)
  return { ada, call, started }
}

async function getAudioBytes(
  phone: TestPhone,
  ada: Awaited<ReturnType<typeof recordOneCall>>['ada'],
  call: Call,
) {
  const sizes = []
  for (const { id } of call.recordings) {
    const response = await (await phone.requestAudio(ada, `/recordings/${id}/links`)).get()
    sizes.push((await response.arrayBuffer()).byteLength)
  }
  return sizes
}

/** Guarantee (ZR81): the recordings of one workspace cannot take the space of the others. */
test('ZR81: a workspace whose recordings have reached their quota records nothing more until it deletes some', async () => {
  await using phone = await startPhone({ recordings: { maxBytesPerWorkspace: 1_000 } })
  const { ada, callId } = await recordOneCall(phone)
  const linus = phone.signUp('Linus')
  await using browser = await openBrowser(phone, ada)
  await using other = await openBrowser(phone, linus)
  const record = (user: typeof ada, handsetId: string) =>
    phone.as(user).post('/calls', { to: testTone, handsetId, recording: 'on' })

  expect(await record(ada, browser.handsetId)).toMatchObject({
    status: 409,
    body: { code: 'RECORDING_QUOTA_REACHED' },
  })
  const { id } = await browser.call(testTone)
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const started = await phone.as(ada).post(`/calls/${id}/recording/start`)
  expect([started.status, started.body.code]).toEqual([409, 'RECORDING_QUOTA_REACHED'])
  expect((await phone.as(ada).get(`/calls/${id}`)).body).toMatchObject({ recordingState: 'off', marks: [] })
  expect((await record(linus, other.handsetId)).status).toBe(201)

  await waitUntilStored(phone, callId)
  await phone.as(ada).delete(`/calls/${callId}/recordings`)
  expect((await phone.as(ada).post(`/calls/${id}/recording/start`)).status).toBe(200)
})

/** Guarantee (ZR81): a long recording ends at the quota, and the user sees it. */
test('ZR81: a recording that exceeds the quota ends, the call continues, and its audio can be played', async () => {
  await using phone = await startPhone({ recordings: { maxBytesPerWorkspace: 60_000 } })

  const { ada, call, started } = await recordUntilNoSpace(phone)

  expect(call).toMatchObject({ phase: 'talking', recordingState: 'no-space' })
  expect(call.marks.map(({ type }) => type)).toEqual(['recording-started', 'recording-stopped'])
  expect(await getAudioBytes(phone, ada, call)).toEqual(call.recordings.map(({ sizeBytes }) => sizeBytes))
  expect(started.body.code).toBe('RECORDING_QUOTA_REACHED')
})

test('ZR82: nothing is recorded while less space is free on the disk than the operator has set', async () => {
  await using phone = await startPhone({ recordings: { minFreeDiskBytes: 1e18 } })
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { handsetId } = browser

  const rejected = await phone.as(ada).post('/calls', { to: testTone, handsetId, recording: 'on' })
  expect([rejected.status, rejected.body.code]).toEqual([503, 'RECORDING_DISK_FULL'])
  expect((await phone.as(ada).post('/calls', { to: testTone, handsetId })).status).toBe(201)
})

/** Guarantee (ZR82): a full disk costs the end of a recording, not its beginning. */
test.skipIf(process.getuid?.() !== 0).each([
  ['would leave too little space on', 100_000],
  ['has filled', 1],
] as const)(
  'ZR82: a recording that %s the disk ends, and its audio can be played',
  async (_name, minFreeDiskBytes) => {
    await using disk = await mountSmallDisk(1)
    await writeFile(join(disk.path, 'ballast'), Buffer.alloc(800_000))
    await symlink(disk.path, join(disk.dataDirectory, 'recordings-spool'))
    const { dataDirectory } = disk
    await using phone = await startPhone({ dataDirectory, recordings: { minFreeDiskBytes } })

    const { ada, call, started } = await recordUntilNoSpace(phone, async () => {
      await waitUntil('the files are moved to the disk with space', async () => {
        const { rows } = await phone.database.pool.query(
          "select 1 from phone.recordings where stored_in = 'disk'",
        )
        return rows.length === 2
      })
      // The moved files have left space.
      await writeFile(join(disk.path, 'more-ballast'), Buffer.alloc(1_000_000)).catch(() => {})
    })

    expect(call).toMatchObject({ phase: 'talking', recordingState: 'no-space' })
    expect(required(call.recordings[0], 'a recording').durationMs).toBeGreaterThan(1_000)
    expect(started.body.code).toBe('RECORDING_DISK_FULL')
    expect(await getAudioBytes(phone, ada, call)).toEqual(call.recordings.map(({ sizeBytes }) => sizeBytes))
  },
)
