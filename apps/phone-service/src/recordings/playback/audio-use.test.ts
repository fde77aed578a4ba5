import { open, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWavHeader, required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../../testing/audit-entries.ts'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { createSilence, insertRecordedCall } from '../../testing/insert-recorded-call.ts'
import { createKeyClient } from '../../testing/key-client.ts'
import { recordOneCall } from '../../testing/record-one-call.ts'
import { sendAccountEvent } from '../../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { waitUntilStored } from '../../testing/wait-until-stored.ts'

const hourBytes = 3_600 * 16_000 * 2

/** Replaces the audio of a call by an hour of silence, which no response contains in one piece. */
async function lengthen(phone: TestPhone, callId: string): Promise<string[]> {
  const paths = (await waitUntilStored(phone, callId)).map(({ path }) => path)
  for (const path of paths) {
    const header = createWavHeader(16_000, hourBytes)
    await using file = await open(path, 'w')
    await file.write(header)
    await truncate(path, header.length + hourBytes)
  }
  return paths
}

async function listPlaybacks(phone: TestPhone): Promise<unknown[]> {
  const entries = await listAuditEntries(phone)
  return entries.filter(({ action }) => /^recording\./.test(action)).map(({ action }) => action)
}

/** Guarantee (ZR8): the audio that users play cannot occupy the thread that handles the calls. */
test('ZR8: a user plays four recordings at the same time; a further one waits until one has ended', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)
  await lengthen(phone, callId)
  const link = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  const ofGrace = await phone.requestAudio(grace, `/calls/${callId}/audio-links`)

  const playing = [await link.get(), await link.get(), await link.get(), await link.get()]
  const rejected = await link.get()
  const other = await ofGrace.get()
  for (const { body } of [other, required(playing[0], 'a response')]) await body?.cancel()

  expect(playing.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await rejected.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(other.status).toBe(200)
  const next = await waitUntil('the end of one response is counted', async () => {
    const response = await link.get()
    return response.status === 200 && response
  })
  for (const { body } of [next, ...playing.slice(1)]) await body?.cancel()
})

/** Guarantee: accounts that open responses and read nothing never prevent others from playing audio. */
test('ZR866: the clients of a network get half of the responses, and one ends for a user without any', async () => {
  await using phone = await startPhone()
  const addListeners = async (name: string, count: number) => {
    const team = phone.accounts.addTeam(name)
    const users = Array.from({ length: count }, (_, index) =>
      phone.accounts.addUser(`${name} ${index}`, [team], [team]),
    )
    const answeredBy = required(users[0], 'a user')
    const tracks = [{ party: 'caller', sound: createSilence(600) }] as const
    const callId = await insertRecordedCall(phone, team, { answeredBy, tracks })
    return users.map((user) => ({ user, callId }))
  }
  const listeners = [...(await addListeners('Bakery', 5)), ...(await addListeners('Dairy', 4))]
  const playing: Response[] = []
  const play = async ({ user, callId }: (typeof listeners)[number], count: number) => {
    const link = await phone.requestAudio(user, `/calls/${callId}/audio-links`)
    const statuses = []
    for (let index = 0; index < count; index += 1) {
      const response = await link.get()
      playing.push(response)
      statuses.push(response.status)
    }
    return statuses
  }

  const statuses = []
  for (const listener of listeners.slice(0, 8)) statuses.push(...(await play(listener, 4)))
  expect(statuses.flatMap((status, index) => (status === 200 ? [] : index))).toEqual([30, 31])
  expect(await play(required(listeners[8], 'a user'), 2)).toEqual([200, 429])
  for (const { body } of playing) await body?.cancel().catch(() => undefined)
})

test('ZR8: a request for the head of a recording reads no audio and is not a playback', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  await lengthen(phone, callId)
  const link = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  const init = { method: 'HEAD', headers: { cookie: link.cookie } }

  const heads = []
  for (let index = 0; index < 6; index += 1) heads.push(await fetch(`${phone.service.url}${link.url}`, init))

  expect(heads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(heads[0]?.headers.get('content-length')).toBe(String(44 + hourBytes))
  expect(await listPlaybacks(phone)).toEqual([])
})

test('ZR8: the audio of a recording is read once for all requests for its peaks', async () => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  /** The highest peak of each recording: one participant is silent. */
  const getLevels = async (count: number): Promise<number[]> => {
    const levels = []
    for (const { id } of call.recordings) {
      const { body } = await phone.as(ada).get(`/recordings/${id}/peaks?count=${count}`)
      levels.push(Math.max(...body.peaks))
    }
    return levels
  }

  const before = await getLevels(20)
  await lengthen(phone, callId)

  expect(Math.max(...before)).toBeGreaterThan(0.05)
  expect(await getLevels(20)).toEqual(before)
  expect(await getLevels(4_000)).toEqual(before)
})

/** Guarantee (ZR9): the audit log states who got audio, and how often a client requests it does not fill it. */
test('ZR9: peaks and the header are no playback; audio is audited once an hour for each user and recording', async () => {
  // Behind the clock that tokens expire by.
  let nowMs = Date.now() - 61 * 60_000
  await using phone = await startPhone({ now: () => new Date(nowMs) })
  const { ada, recordingId } = await recordOneCall(phone)
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)
  const play = async (user: typeof ada, range: string) => {
    const { get, url } = await phone.requestAudio(user, `/recordings/${recordingId}/links`)
    return (await get(url, range)).status
  }

  await phone.as(ada).get(`/recordings/${recordingId}/peaks`)
  expect([await play(ada, 'bytes=0-43'), await play(ada, 'bytes=999999999-')]).toEqual([206, 416])
  expect(await listPlaybacks(phone)).toEqual([])

  for (const range of ['bytes=0-44', 'bytes=100-199', 'bytes=-1']) expect(await play(ada, range)).toBe(206)
  expect(await listPlaybacks(phone)).toEqual(['recording.played'])
  await play(grace, 'bytes=0-99')
  expect(await listPlaybacks(phone)).toHaveLength(2)

  nowMs = Date.now()
  await play(ada, 'bytes=100-199')
  expect(await listPlaybacks(phone)).toHaveLength(3)
})

/** Reads a response more slowly than its access is checked. Returns the bytes until its end. */
async function readSlowly({ body }: Response): Promise<number> {
  const reader = required(body, 'a body').getReader()
  let bytes = 0
  try {
    for (;;) {
      const { value } = await reader.read()
      if (!value) return bytes
      bytes += value.length
      await sleep(10)
    }
  } catch {
    return bytes
  }
}

/** Guarantee (ZR812): access to audio ends with the right to it, also for a client that reads slowly. */
test.each<[string, (phone: TestPhone, ada: FakeUser, callId: string) => Promise<unknown>]>([
  [
    'its user leaves the workspace',
    async (phone, ada) => {
      const [team_id = ''] = ada.teamIds.splice(0)
      await sendAccountEvent(phone, { type: 'team_membership.deleted', data: { team_id, user_id: ada.id } })
    },
  ],
  [
    'its session ends',
    async (phone, ada) => {
      phone.accounts.endSession(ada.id)
    },
  ],
  [
    'the recordings are deleted',
    async (phone, ada, callId) => {
      expect((await phone.as(ada).delete(`/calls/${callId}/recordings`)).status).toBe(200)
    },
  ],
])('ZR812: audio that is being sent ends when %s', async (_name, end) => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  await lengthen(phone, callId)
  const link = await phone.requestAudio(ada, `/calls/${callId}/audio-links`)
  const response = await link.get()
  expect(response.status).toBe(200)

  await end(phone, ada, callId)

  expect(await readSlowly(response)).toBeLessThan(hourBytes)
})

/** Guarantee (ZR928): audio that is being sent to a program ends when its key loses access. */
test.each<[string, (phone: TestPhone, ada: FakeUser, keyId: string) => Promise<unknown>]>([
  ['is revoked', async (phone, _ada, keyId) => phone.accounts.revokeKey(keyId)],
  [
    'loses the scope',
    async (phone, ada, keyId) => await phone.as(ada).put(`/api-keys/${keyId}/scopes`, { scopes: [] }),
  ],
])('ZR928: audio that is being sent ends when its key %s', async (_name, end) => {
  await using phone = await startPhone()
  const { ada, callId } = await recordOneCall(phone)
  await lengthen(phone, callId)
  const scopes = ['recordings:read', 'calls:read-all'] as const
  const { key } = await createKeyClient(phone, { administrator: ada, scopes })
  const headers = { authorization: `Bearer ${key.text}` }
  const response = await fetch(`${phone.service.url}/api/v1/calls/${callId}/file`, { headers })
  expect(response.status).toBe(200)

  await end(phone, ada, key.id)

  expect(await readSlowly(response)).toBeLessThan(hourBytes)
})
