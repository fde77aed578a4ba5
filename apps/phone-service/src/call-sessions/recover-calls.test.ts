import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { restartPhone, startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'

/**
 * Guarantee: after a crash during a call, no call stays active, no call slot stays reserved and every
 * recording can be played.
 */
test.each([
  ['', 'spool'],
  [' of an earlier version', 'disk'],
] as const)(
  'recovery ends the calls of a crashed process%s at its last heartbeat and repairs their recordings',
  async (_version, storedIn) => {
    await using phone = await startPhone()
    const ada = phone.signUp('Ada')
    const { id, recordingId, durationMs } = await makeRecordedCall()
    const { rows } = await phone.database.pool.query('select state, phase from phone.calls')
    expect(rows[0].phase).toBe('ended')
    await waitUntilStored(phone, id)
    await phone.service[Symbol.asyncDispose]()
    // The state after a crash: the call is active, its slot and the slot of a participant who was being added
    // are reserved, and its recording has the header of an empty file.
    const added = randomUUID()
    const going = { ...rows[0].state, phase: 'talking', endedAt: null, endReason: null }
    const aliveAt = new Date(rows[0].state.endedAt + 5_000)
    await phone.database.pool.query(
      `update phone.calls set phase = 'talking', ended_at = null, end_reason = null, state = $1,
      slot_ids = array_append(slot_ids, $2::uuid)`,
      [going, added],
    )
    await phone.database.pool.query('update phone.calling_limits set slot_ids = array[$1::uuid, $2::uuid]', [
      id,
      added,
    ])
    await phone.database.pool.query('update phone.nodes set heartbeat_at = $1', [aliveAt])
    const { rows: written } = await phone.database.pool.query(
      `update phone.recordings set state = 'writing', duration_ms = 0, size_bytes = 0, stored_in = $2
      where id = $1 returning location`,
      [recordingId, storedIn],
    )
    const stored = join(phone.dataDirectory, 'recordings', written[0].location)
    await resetWavHeader(stored)
    if (storedIn === 'spool')
      await rename(stored, join(phone.dataDirectory, 'recordings-spool', basename(stored)))

    await using again = await restartPhone(phone)

    const { rows: after } = await phone.database.pool.query(
      'select phase, end_reason, ended_at from phone.calls',
    )
    expect(after).toEqual([{ phase: 'ended', end_reason: 'server-stopped', ended_at: aliveAt }])
    const limits = await phone.database.pool.query('select slot_ids from phone.calling_limits')
    expect(limits.rows).toEqual([{ slot_ids: [] }])
    const { body: call } = await again.as(ada).get(`/calls/${id}`)
    const recovered = call.recordings.find((recording: { id: string }) => recording.id === recordingId)
    expect(recovered.state).toBe('recovered')
    expect(recovered.durationMs).toBe(durationMs)
    expect((await again.as(ada).get(`/recordings/${recordingId}/peaks`)).status).toBe(200)

    async function makeRecordedCall() {
      await using browser = await openBrowser(phone, ada)
      const { id } = await browser.call('+1 555 0101', { recording: 'on' })
      await browser.waitForCall(id, ({ recordingState }) => recordingState === 'on')
      await browser.waitForTone(1000)
      await phone.as(ada).post(`/calls/${id}/hang-up`, {})
      const { call } = await browser.next('call.ended')
      return {
        id,
        recordingId: required(call.recordings[0], 'a recording').id,
        durationMs: required(call.recordings[0], 'a recording').durationMs,
      }
    }
  },
)

/** Guarantee: a crash while a call slot is being reserved does not leave it reserved. */
test('a reserved call slot is always stored with its call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const start = () => phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: browser.handsetId })
  await phone.as(ada).get('/limits')

  const first = await pauseAtCallsTable(phone, start)
  expect(first.reservedSlots).toEqual([])
  const { body: joined } = await first.done
  expect(await findReservedSlots(phone)).toEqual([joined.call.id])

  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const second = await pauseAtCallsTable(phone, () =>
    phone.as(ada).post(`/calls/${id}/participants`, { to: '+1 555 0101' }),
  )
  expect(second.reservedSlots).toEqual([joined.call.id, id])
  expect((await second.done).status).toBe(201)
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calls where id = $1', [id])
  expect(await findReservedSlots(phone)).toEqual([joined.call.id, ...rows[0].slot_ids])
  expect(rows[0].slot_ids).toHaveLength(2)
})

/**
 * Pauses a request at its write to the calls table. Returns the slots that would stay reserved after a crash
 * at that point, as another connection sees them.
 */
async function pauseAtCallsTable<T>(phone: TestPhone, operation: () => Promise<T>) {
  const { pool } = phone.database
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await lock.query('lock table phone.calls in share row exclusive mode')
    const done = operation()
    const waiting = () =>
      pool.query("select from pg_locks where relation = 'phone.calls'::regclass and not granted")
    await expect.poll(async () => (await waiting()).rowCount, { timeout: 15_000 }).toBeGreaterThan(0)
    return { reservedSlots: await findReservedSlots(phone), done }
  } finally {
    await lock.query('rollback')
    lock.release()
  }
}

async function findReservedSlots(phone: TestPhone): Promise<string[]> {
  const { rows } = await phone.database.pool.query('select slot_ids from phone.calling_limits')
  return rows.flatMap((row) => row.slot_ids)
}

/** Resets the header of a WAV file to that of an unfinished file, without samples. */
async function resetWavHeader(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Uint8Array.of(36, 0, 0, 0), 0, 4, 4)
  await handle.write(new Uint8Array(4), 0, 4, 40)
  await handle.close()
}
