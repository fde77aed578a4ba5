import { kill } from 'node:process'
import { announcements } from '@parley/contract/phone'
import { required, sleep, waitUntil } from '@parley/primitives'
import { readWav } from '@parley/rtp'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createTone } from '../testing/create-tone.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const replacements = '/announcements/replacements'
const hangUp = { kind: 'hang-up' }
const unknownId = '00000000-0000-4000-8000-0000000000e1'

/** Starts a phone whose trunk belongs to Ada's workspace, of which Grace is a member. Linus has another one. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  return { phone, ada, grace, linus, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function upload(
  phone: TestPhone,
  user: FakeUser,
  name: string,
  audio = createTone(700),
): Promise<string> {
  const { status, body } = await phone.as(user).post('/announcements', { name, audio })
  expect([status, body.name, body.durationMs]).toEqual([201, name, 3_000])
  return body.id
}

function routeTo(announcementId: string | null, version = 0) {
  const open = { kind: 'voicemail', announcementId }
  const route = { number: null, openingHoursId: null, open, closed: hangUp, unanswered: hangUp }
  return { version, configuration: { groups: [], openingHours: [], routes: [route] } }
}

test('a route to voicemail plays the announcement that it names, else that of the workspace, else that of Parley', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const as = phone.as(ada)
  const [named, usual] = [
    await upload(phone, ada, 'Closed', createTone(700)),
    await upload(phone, ada, 'Welcome', createTone(1_300)),
  ]
  await using trunk = await openIncomingTrunk(phone, ada)
  async function hears(toneHz: number): Promise<void> {
    const far = await trunk.callIn()
    await far.next('answered')
    await far.receivesTone(toneHz)
    await far.hangUp()
  }

  await as.put('/routing', routeTo(named))
  await hears(700)
  await as.put(replacements, { name: 'voicemail-greeting', announcementId: usual })
  await hears(700)
  await as.put('/routing', routeTo(null, 1))
  await hears(1_300)
  await as.put(replacements, { name: 'voicemail-greeting', announcementId: null })
  const far = await trunk.callIn()
  await far.next('answered')
  await far.receivesSpeech()
})

test("callers of a user hear the user's own greeting until it is deleted with the user", async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus } = bakery
  const usual = await upload(phone, ada, 'Welcome', createTone(1_300))
  await phone.as(ada).put(replacements, { name: 'voicemail-greeting', announcementId: usual })
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  expect((await phone.as(grace).put('/me/greeting', { audio: createTone(700) })).status).toBe(200)
  await using caller = await openBrowser(phone, linus)
  const { numbers } = (await phone.as(grace).get('/me')).body

  const { id } = await caller.call(numbers[0].number)
  await caller.waitForCall(id, ({ phase }) => phase === 'talking')
  await caller.waitForTone(700)
  await phone.as(linus).post(`/calls/${id}/hang-up`, {})
  expect((await phone.as(grace).get('/me/greeting')).body.greeting.durationMs).toBe(3_000)

  expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id: grace.id } })).toBe(204)
  expect((await phone.as(grace).get('/me/greeting')).body).toEqual({ greeting: null })
})

/** Guarantee (ZR248): another workspace neither hears, names, uses nor deletes an announcement. */
test('ZR248: announcements belong to their workspace, and greetings to their user', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus } = bakery
  const id = await upload(phone, ada, 'Closed')
  await phone.as(ada).put('/me/greeting', { audio: createTone(700) })

  const other = phone.as(linus)
  expect((await other.get('/announcements')).body).toEqual({ items: [], replacements: [] })
  expect((await other.get(`/announcements/${id}/audio`)).body.code).toBe('ANNOUNCEMENT_NOT_FOUND')
  expect((await other.delete(`/announcements/${id}`)).body.code).toBe('ANNOUNCEMENT_NOT_FOUND')
  expect((await other.put(replacements, { name: 'recording-starts', announcementId: id })).body.code).toBe(
    'ANNOUNCEMENT_NOT_FOUND',
  )
  expect((await other.put('/routing', routeTo(id))).body.code).toBe('ROUTING_ANNOUNCEMENT_NOT_FOUND')
  expect((await phone.as(ada).put('/routing', routeTo(unknownId))).body.code).toBe(
    'ROUTING_ANNOUNCEMENT_NOT_FOUND',
  )
  for (const path of ['/announcements', `/announcements/${id}/audio`])
    expect((await phone.as(grace).get(path)).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await phone.as(grace).get('/me/greeting')).body).toEqual({ greeting: null })
  expect((await phone.as(grace).get('/me/greeting/audio')).body.code).toBe('ANNOUNCEMENT_NOT_FOUND')
  expect((await phone.as(ada).get('/announcements')).body.items).toMatchObject([{ id, createdByName: 'Ada' }])
})

/** Guarantee (ZR249): an announcement that callers are to hear exists. */
test('ZR249: an announcement in use is not deleted, also when it is taken into use at the same time', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const as = phone.as(ada)
  const routed = await upload(phone, ada, 'Closed')
  await as.put('/routing', routeTo(routed))
  const replacing = await upload(phone, ada, 'Recorded')
  await as.put(replacements, { name: 'recording-starts', announcementId: replacing })
  for (const id of [routed, replacing])
    expect((await as.delete(`/announcements/${id}`)).body.code).toBe('ANNOUNCEMENT_IN_USE')

  await as.put('/routing', routeTo(null, 1))
  expect((await as.delete(`/announcements/${routed}`)).status).toBe(200)
  for (let version = 2, round = 0; round < 10; round++) {
    const id = await upload(phone, ada, `Raced ${round}`)
    const [saved, deleted] = await Promise.all([
      as.put('/routing', routeTo(id, version)),
      as.delete(`/announcements/${id}`),
    ])
    expect([saved.body.code ?? 'saved', deleted.body.code ?? 'deleted']).toBeOneOf([
      ['saved', 'ANNOUNCEMENT_IN_USE'],
      ['ROUTING_ANNOUNCEMENT_NOT_FOUND', 'deleted'],
    ])
    if (saved.status === 200) version = saved.body.version
  }
  expect((await listAuditEntries(phone)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['announcement.created', 'announcement.replaced', 'announcement.deleted']),
  )
})

/** Guarantee (ZR250): only audio is stored, without what else a file contains, and within limits. */
test('ZR250: the service accepts only WAV files of half a second to three minutes, and stores only their samples', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const as = phone.as(ada)
  const send = async (audio: string) =>
    (await as.post('/announcements', { name: 'Welcome', audio })).body.code
  const tone = Buffer.from(createTone(700), 'base64')
  const withLie = Buffer.from(tone)
  withLie.writeUInt32LE(0xffff_fff0, 40)

  expect(await send(Buffer.from('ID3 is not a WAV file').toString('base64'))).toBe(
    'ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD',
  )
  expect(await send(createTone(700, { sampleRate: 44_100 }))).toBe('ANNOUNCEMENT_AUDIO_NOT_UNDERSTOOD')
  expect(await send(tone.subarray(0, 2_000).toString('base64'))).toBe('ANNOUNCEMENT_LENGTH')
  expect(await send(createTone(700, { seconds: 181 }))).toBe('ANNOUNCEMENT_LENGTH')
  expect(await send('not base64!')).toBe('SCHEMA_ERROR')
  expect((await as.post('/announcements', { name: '\u200b', audio: createTone(700) })).body.code).toBe(
    'SCHEMA_ERROR',
  )
  expect((await as.get('/announcements')).body.items).toEqual([])

  const id = await upload(
    phone,
    ada,
    'With more than samples',
    Buffer.concat([withLie, Buffer.from('x')]).toString('base64'),
  )
  const { audio } = (await as.get(`/announcements/${id}/audio`)).body
  const stored = Buffer.from(audio, 'base64')
  expect(required(readWav(stored), 'a WAV file').pcm).toEqual(required(readWav(tone), 'a WAV file').pcm)
  expect(stored.length).toBe(tone.length)
})

/** Guarantee (ZR251): a workspace cannot fill the database. */
test('ZR251: a workspace has at most 50 announcements, also with uploads at the same time', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const hedy = phone.accounts.addUser('Hedy', ada.teamIds, ada.teamIds)
  await phone.database.pool.query(
    `insert into phone.announcements (id, workspace_id, name, duration_ms, audio, created_at)
     select gen_random_uuid(), $1, 'Old ' || number, 1000, '\\x', now() from generate_series(1, 48) number`,
    [ada.teamIds[0]],
  )

  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      phone
        .as(index % 2 ? ada : hedy)
        .post('/announcements', { name: `New ${index}`, audio: createTone(700) }),
    ),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  expect((await phone.as(ada).get('/announcements')).body.items).toHaveLength(50)
})

test('an announcement of more than ten seconds replaces none of a verification or of a position in a queue', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const as = phone.as(ada)
  const [short, long] = [
    await as.post('/announcements', { name: 'Short', audio: createTone(700, { seconds: 10 }) }),
    await as.post('/announcements', { name: 'Long', audio: createTone(700, { seconds: 11 }) }),
  ]
  const replace = async (name: string, { body: { id } }: typeof short) =>
    (await as.put(replacements, { name, announcementId: id })).body.code ?? 'replaced'

  expect(await replace('verification-request', short)).toBe('replaced')
  for (const name of ['verification-request', 'queue-position-1', 'queue-position-many'])
    expect(await replace(name, long)).toBe('ANNOUNCEMENT_TOO_LONG')
  expect(await replace('recording-starts', long)).toBe('replaced')
  expect((await as.get('/announcements')).body.replacements).toEqual([
    { name: 'recording-starts', announcementId: long.body.id },
    { name: 'verification-request', announcementId: short.body.id },
  ])
})

/** Guarantee (ZR279): what callers of a workspace hear is heard by its administrators, and by no other workspace. */
test('ZR279: an administrator hears the announcements of Parley and what replaces them', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, linus } = bakery
  const listen = async (user: FakeUser) => await phone.as(user).get(`${replacements}/menu-prompt/audio`)
  const { body: ofParley } = await listen(ada)
  expect(required(readWav(Buffer.from(ofParley.audio, 'base64')), 'a WAV file').pcm.length).toBeGreaterThan(
    8_000,
  )
  const tone = createTone(700)
  const id = await upload(phone, ada, 'Welcome', tone)
  await phone.as(ada).put(replacements, { name: 'menu-prompt', announcementId: id })

  const { pcm } = required(readWav(Buffer.from((await listen(ada)).body.audio, 'base64')), 'a WAV file')
  expect(pcm).toEqual(required(readWav(Buffer.from(tone, 'base64')), 'a WAV file').pcm)
  expect((await listen(grace)).status).toBe(403)
  expect((await listen(linus)).body).toEqual(ofParley)
})

test('an administrator hears each announcement that can be replaced, and the music', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const names = announcements.replaceableAnnouncement.options

  const replies = await Promise.all(names.map((name) => phone.as(ada).get(`${replacements}/${name}/audio`)))

  const audios = replies.map(({ body }) => body.audio as string)
  for (const audio of audios)
    expect(required(readWav(Buffer.from(audio, 'base64')), 'a WAV file').pcm.length).toBeGreaterThan(4_000)
  expect(new Set(audios).size).toBe(names.length)
})

test('who is put on hold hears the music of the workspace again and again, also after a media process has exited', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const as = phone.as(ada)
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  const music = await upload(phone, ada, 'Music', createTone(700))
  expect((await as.put(replacements, { name: 'hold-music', announcementId: music })).status).toBe(200)
  const { id } = await browser.call('+12125552390')
  const far = await trunk.nextCall()
  await far.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')

  expect((await as.put(`/calls/${id}/on-hold`, { onHold: true })).status).toBe(200)
  await far.receivesTone(700)
  await sleep(3_500)
  await far.receivesTone(700)

  const findPlayer = async () =>
    (await phone.database.pool.query("select state->'players'->0->>'id' as id from phone.calls")).rows[0].id
  const lost = await findPlayer()
  kill(required(phone.engine.mediaPids[0], 'a media process'), 'SIGKILL')
  await waitUntil('another player plays', async () => ![lost, null].includes(await findPlayer()))
  await sleep(1_000)
  await far.receivesTone(700)
})
