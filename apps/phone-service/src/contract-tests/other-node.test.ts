import { randomUUID } from 'node:crypto'
import type { PhoneEndpointKey, PhoneErrorCode } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { insertLiveNode } from '../testing/insert-live-node.ts'
import { startPhone } from '../testing/start-phone.ts'

/** Comments, transcripts and analyses are stored apart from their call, at any node. */
type CallAction = Exclude<
  Extract<PhoneEndpointKey, `${'POST' | 'PUT' | 'DELETE'} /calls/{call}/${string}`>,
  `${string}/${'analyses' | 'comments' | 'transcript'}${string}`
>

const handsetId = randomUUID()
const rejected = 'CALL_ON_OTHER_SERVER'

/**
 * The body of every action on a call, and the code of its rejection. An endpoint without an entry does not
 * compile.
 */
const actions: Readonly<Record<CallAction, { readonly body?: object; readonly code: PhoneErrorCode }>> = {
  'POST /calls/{call}/join': { body: { handsetId }, code: rejected },
  'POST /calls/{call}/legs/{leg}/answer': { body: { answer: {} }, code: rejected },
  'POST /calls/{call}/answer': { body: { handsetId }, code: rejected },
  'POST /calls/{call}/decline': { code: rejected },
  'POST /calls/{call}/voicemail': { code: rejected },
  'POST /calls/{call}/hang-up': { body: {}, code: rejected },
  'PUT /calls/{call}/muted': { body: { muted: true }, code: rejected },
  'PUT /calls/{call}/on-hold': { body: { onHold: true }, code: rejected },
  'POST /calls/{call}/digits': { body: { digits: '1' }, code: rejected },
  'POST /calls/{call}/participants': { body: { to: '+1 555 0101' }, code: rejected },
  'DELETE /calls/{call}/participants/{leg}': { code: rejected },
  'POST /calls/{call}/transfer': { body: { to: '+1 555 0101', mode: 'blind' }, code: rejected },
  'POST /calls/{call}/transfer/complete': { code: rejected },
  'POST /calls/{call}/transfer/cancel': { code: rejected },
  'POST /calls/{call}/transfer/join': { code: rejected },
  'POST /calls/{call}/park': { code: rejected },
  'POST /calls/{call}/pick-up': { body: { handsetId }, code: rejected },
  'POST /calls/{call}/merge': { body: { call: handsetId }, code: rejected },
  'POST /calls/{call}/recording/start': { code: rejected },
  'POST /calls/{call}/recording/pause': { code: rejected },
  'POST /calls/{call}/recording/resume': { code: rejected },
  'POST /calls/{call}/recording/stop': { code: rejected },
  'PUT /calls/{call}/notes': { body: { notes: 'New notes' }, code: rejected },
  'PUT /calls/{call}/tags': { body: { tags: ['New tag'] }, code: rejected },
  'PUT /calls/{call}/assignment': { body: { userId: null }, code: rejected },
  'PUT /calls/{call}/assignment/done': { body: { userId: handsetId, isDone: true }, code: rejected },
  // These are about recordings, which are listed before the state of the call is checked.
  'DELETE /calls/{call}/recordings': { code: 'RECORDING_NOT_FOUND' },
  'POST /calls/{call}/audio-links': { body: {}, code: 'RECORDING_NOT_FOUND' },
}

/** Guarantee: a user who hangs up, mutes or records a call that this node cannot control is never misled. */
test('FO2, NR3: every action on a call of another node is rejected with a message and changes nothing', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { pool } = phone.database
  const started = await phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId })
  const { id } = started.body.call
  const { rows } = await pool.query('select state from phone.calls where id = $1', [id])
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  const read = async () => (await pool.query('select * from phone.calls where id = $1', [id])).rows[0]
  await waitUntil('the call has ended', async () => (await read()).phase === 'ended')
  const other = await insertLiveNode(phone.database)
  await pool.query(
    `update phone.calls set phase = 'talking', ended_at = null, end_reason = null, node_id = $2, state = $3
     where id = $1`,
    [id, other, { ...rows[0].state, phase: 'talking' }],
  )
  const before = await read()

  for (const [key, { body, code }] of Object.entries(actions)) {
    const [method = '', path = ''] = key.split(' ')
    const url = path.replace('{call}', id).replace('{leg}', randomUUID())
    const response = await phone.request(ada, method, url, body)

    expect([key, response.body.code]).toEqual([key, code])
    expect(response.body.error).toEqual(expect.stringMatching(/\w+ \w+/))
  }
  expect(await read()).toEqual(before)
})
