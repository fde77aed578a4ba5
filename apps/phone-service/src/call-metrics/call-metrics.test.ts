import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createSilence } from '../speech-activity/testing/build-track.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { insertLiveNode } from '../testing/insert-live-node.ts'
import { recordOneCall } from '../testing/record-one-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { insertIncomingCall, startWorkspace } from '../testing/start-workspace.ts'
import { connectLive } from '../testing/test-browser.ts'
import { waitUntilStored } from '../testing/wait-until-stored.ts'
import { createTalk, recordTalk } from './testing/record-talk.ts'

async function getMetrics(phone: TestPhone, user: FakeUser, callId: string) {
  return (await phone.as(user).get(`/calls/${callId}/metrics`)).body
}

/** Waits until the metrics of a call are computed, and returns the response. */
async function waitForMetrics(phone: TestPhone, user: FakeUser, callId: string) {
  await waitUntil(
    'they are computed',
    async () => (await getMetrics(phone, user, callId)).state !== 'waiting',
  )
  return await getMetrics(phone, user, callId)
}

/** Adds a trigger that changes each new row of a table, until the returned function removes it. */
async function changeNewRows({ database: { pool } }: TestPhone, table: string, change: string) {
  await pool.query(`create function phone.change_row() returns trigger language plpgsql as
    $$ begin ${change}; return new; end $$`)
  await pool.query(
    `create trigger change_row before insert on phone.${table} for each row execute function phone.change_row()`,
  )
  return async () => {
    await pool.query(`drop trigger change_row on phone.${table}`)
  }
}

test('the numbers of a call are those of the speech in its recordings', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const talk = await createTalk()
  const callId = await recordTalk(phone, ada, talk)

  const { state, metrics } = await waitForMetrics(phone, ada, callId)

  expect(state).toBe('ready')
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  const findLeg = (kind: string) => call.legs.find((leg: { kind: string }) => leg.kind === kind).id
  const [own, other] = ['browser', 'phone'].map((kind) =>
    metrics.participants.find(({ legIds }: { legIds: string[] }) => legIds.includes(findLeg(kind))),
  )
  expect(metrics.participants).toHaveLength(2)
  expect(own.talkMs / talk.userMs).toBeGreaterThan(0.78)
  expect(own.talkMs).toBeLessThan(talk.userMs)
  expect(own.talkShare + other.talkShare).toBeCloseTo(1, 2)
  expect(own.monologue.startMs).toBeLessThan(300)
  expect(other.replyGap.medianMs).toBeGreaterThan(400)
  expect(other.replyGap.medianMs).toBeLessThan(1_000)
  expect([own.interruptions, other.interruptions]).toEqual([0, 0])
  expect(metrics.silence.longest.endMs).toBe(metrics.durationMs)
  expect(metrics.silence.longest.endMs - metrics.silence.longest.startMs).toBeGreaterThan(2_300)
})

/** Guarantee (ZR741): the numbers say what is heard in a recording, and are for those who may play it. */
test('ZR741: only who may play the recording of a call gets its numbers', async () => {
  const { phone, ada, grace, linus, hedy } = await startWorkspace()
  await using _ = phone
  const callId = await recordTalk(phone, grace, await createTalk())
  await waitForMetrics(phone, grace, callId)
  const read = async (user: FakeUser, id = callId) => {
    const { status, body } = await phone.as(user).get(`/calls/${id}/metrics`)
    const link = await phone.as(user).post(`/calls/${id}/audio-links`, {})
    expect(body.code).toBe(link.body.code)
    return status
  }

  expect([await read(grace), await read(ada)]).toEqual([200, 200])
  expect([await read(linus), await read(hedy)]).toEqual([404, 404])
  await phone.as(grace).put(`/calls/${callId}/assignment`, { userId: linus.id })
  expect(await read(linus)).toBe(200)
  // Only Grace hears a message for Grace.
  const { pool } = phone.database
  const voicemail = JSON.stringify({ voicemail: { userId: grace.id, stage: 'message', at: 1 } })
  await pool.query('update phone.calls set state = state || $2::jsonb where id = $1', [callId, voicemail])
  expect([await read(grace), await read(ada), await read(linus)]).toEqual([200, 404, 404])
  // A call without a recording, such as one to an emergency service, has none.
  const silent = await insertIncomingCall(phone, grace.teamIds[0] ?? '', { answeredBy: grace })
  expect(await read(grace, silent)).toBe(404)
})

/** Guarantee (ZR742): what was computed from audio is deleted with it, also what is being computed meanwhile. */
test('ZR742: the numbers of a call are deleted with its recordings, and not computed again', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const talk = await createTalk()
  const callId = await recordTalk(phone, ada, talk)
  await waitForMetrics(phone, ada, callId)
  const count = async () => (await phone.database.pool.query('select from phone.call_metrics')).rowCount
  expect(await count()).toBe(1)

  expect((await phone.as(ada).delete(`/calls/${callId}/recordings`)).status).toBe(200)

  expect(await count()).toBe(0)
  expect((await getMetrics(phone, ada, callId)).code).toBe('RECORDING_NOT_FOUND')
  // The metrics of a later call are computed after those that would be computed again.
  const laterId = await recordTalk(phone, ada, talk)
  await waitForMetrics(phone, ada, laterId)
  expect(await count()).toBe(1)
})

test('the numbers are announced to those who may read the call', async () => {
  const { phone, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  const sockets = await Promise.all([ada, grace, linus].map((user) => connectLive(phone, user, randomUUID())))
  const [atAda, atGrace, atLinus] = sockets as [(typeof sockets)[0], (typeof sockets)[0], (typeof sockets)[0]]

  const callId = await recordTalk(phone, grace, await createTalk())

  expect(await atGrace.next('call-details.changed')).toMatchObject({ callId })
  expect(await atAda.next('call-details.changed')).toMatchObject({ callId })
  expect((await getMetrics(phone, grace, callId)).state).toBe('ready')
  atLinus.send({ type: 'ping', nonce: 1 })
  await atLinus.next('pong')
  expect(atLinus.messages.filter(({ type }) => type === 'call-details.changed')).toEqual([])
  for (const socket of sockets) socket.close()
})

test('a call in which no one talks for 10 s is too short, and one that runs waits', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const quiet = await recordTalk(phone, ada, { user: createSilence(30), other: createSilence(30) })
  const [workspace = ''] = ada.teamIds
  const running = await insertIncomingCall(phone, workspace, { answeredBy: ada })
  await phone.database.pool.query(
    `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
       duration_ms, size_bytes, state)
     select gen_random_uuid(), id, workspace_id, gen_random_uuid(), $2, 'x', 'spool', now(), 0, 0, 'writing'
     from phone.calls where id = $1`,
    [running, randomUUID()],
  )

  for (const id of [callId, quiet])
    expect(await waitForMetrics(phone, ada, id)).toEqual({
      state: 'too-short',
      metrics: null,
      questions: null,
    })
  expect(await getMetrics(phone, ada, running)).toEqual({ state: 'waiting', metrics: null, questions: null })
})

/** Guarantee (ZR743): a recording that cannot be read, or ends the process, prevents no other numbers. */
test('ZR743: a recording without audio, with other data, or that has failed three times is given up', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const talk = await createTalk()
  const { pool } = phone.database
  await changeNewRows(phone, 'call_metrics', "new.due_at := now() + interval '1 hour'")
  const record = () => recordTalk(phone, ada, talk)
  const [missing, text, crashing, sound] = [await record(), await record(), await record(), await record()]
  const directory = join(phone.dataDirectory, 'recordings')
  for (const { key } of await waitUntilStored(phone, missing)) await rm(join(directory, key))
  for (const { key } of await waitUntilStored(phone, text))
    await writeFile(join(directory, key), 'This is no audio.')
  await pool.query('update phone.call_metrics set attempts = 3 where call_id = $1', [crashing])

  await pool.query('update phone.call_metrics set due_at = now()')

  for (const id of [missing, text, crashing])
    expect(await waitForMetrics(phone, ada, id)).toEqual({ state: 'failed', metrics: null, questions: null })
  expect((await waitForMetrics(phone, ada, sound)).state).toBe('ready')
})

/** Guarantee (ZR744): a node computes what it can read, and leaves the rest to the node that has it. */
test('ZR744: recordings on the disk of another node, or in a store without its settings, wait', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const talk = await createTalk()
  const { pool } = phone.database
  const elsewhere: string[] = []
  for (const change of [
    `new.node_id := '${await insertLiveNode(phone.database)}'`,
    "new.stored_in := 's3'",
  ]) {
    const stopChanging = await changeNewRows(phone, 'recordings', change)
    elsewhere.push(await recordTalk(phone, ada, talk))
    await stopChanging()
    await pool.query('drop function phone.change_row')
  }

  // Of the calls that are due, the latest is first: these would be computed after those.
  for (let count = 0; count < 2; count += 1) {
    const here = await recordTalk(phone, ada, talk)
    expect((await waitForMetrics(phone, ada, here)).state).toBe('ready')
  }

  for (const id of elsewhere)
    expect(await getMetrics(phone, ada, id)).toEqual({ state: 'waiting', metrics: null, questions: null })
})

/** Guarantee (ZR746): the numbers of a call are computed by one process, and by another one after its crash. */
test('ZR746: metrics that another process computes are left to it until its claim ends', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const ada = phone.signUp('Ada')
  const talk = await createTalk()
  await changeNewRows(phone, 'call_metrics', "new.due_at := now() + interval '5 minutes'; new.attempts := 1")
  const claimed = await recordTalk(phone, ada, talk)
  await phone.database.pool.query('drop trigger change_row on phone.call_metrics')
  const free = await recordTalk(phone, ada, talk)
  expect((await waitForMetrics(phone, ada, free)).state).toBe('ready')
  expect(await getMetrics(phone, ada, claimed)).toEqual({ state: 'waiting', metrics: null, questions: null })

  aheadMs = 5 * 60_000

  expect((await waitForMetrics(phone, ada, claimed)).state).toBe('ready')
})
