import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startAgain, startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/**
 * Guarantee: a process that dies in a call leaves no call that goes on for ever, no line that stays taken, and no
 * recording that cannot be played.
 */
test('what a dead process left behind is ended at its last sign of life, and its recording is playable', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { id, recordingId, durationMs } = await makeRecordedCall()
  const { rows } = await phone.database.pool.query('select state, phase from phone.calls')
  expect(rows[0].phase).toBe('ended')
  await phone.service[Symbol.asyncDispose]()
  // As a dead process leaves it: the call goes on, its line is open, its recording has the header of an empty file.
  const going = { ...rows[0].state, phase: 'talking', endedAt: null, endReason: null }
  const aliveAt = new Date(going.answeredAt + 5_000)
  await phone.database.pool.query(
    `update phone.calls set phase = 'talking', ended_at = null, end_reason = null, state = $1`,
    [going],
  )
  await phone.database.pool.query('update phone.calling_limits set open_lines = array[$1::uuid]', [id])
  await phone.database.pool.query('update phone.nodes set heartbeat_at = $1', [aliveAt])
  const { rows: written } = await phone.database.pool.query(
    `update phone.recordings set state = 'writing', duration_ms = 0, size_bytes = 0 where id = $1 returning location`,
    [recordingId],
  )
  await blankHeader(join(phone.dataDirectory, 'recordings', written[0].location))

  await using again = await startAgain(phone)

  const { rows: after } = await phone.database.pool.query(
    'select phase, end_reason, ended_at from phone.calls',
  )
  expect(after).toEqual([{ phase: 'ended', end_reason: 'server-stopped', ended_at: aliveAt }])
  const limits = await phone.database.pool.query('select open_lines from phone.calling_limits')
  expect(limits.rows).toEqual([{ open_lines: [] }])
  const { body: call } = await again.as(ada).get(`/calls/${id}`)
  const recovered = call.recordings.find((recording: { id: string }) => recording.id === recordingId)
  expect(recovered.state).toBe('recovered')
  expect(recovered.durationMs).toBe(durationMs)
  expect((await again.as(ada).get(`/recordings/${recordingId}/peaks`)).status).toBe(200)

  async function makeRecordedCall() {
    await using browser = await openBrowser(phone, ada)
    const { id } = await browser.call('+1 555 0101', { recording: 'on' })
    await browser.callIs(id, ({ recordingState }) => recordingState === 'on')
    await browser.hears(1000)
    await phone.as(ada).post(`/calls/${id}/hang-up`, {})
    const { call } = await browser.next('call.ended')
    return { id, recordingId: call.recordings[0]!.id, durationMs: call.recordings[0]!.durationMs }
  }
})

/** The header of a WAV file that nobody has finished: no samples yet. */
async function blankHeader(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Uint8Array.of(36, 0, 0, 0), 0, 4, 4)
  await handle.write(new Uint8Array(4), 0, 4, 40)
  await handle.close()
}
