import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { createTone } from '../testing/create-tone.ts'
import { recordPlayers } from '../testing/record-players.ts'
import { saveQueue, startBakery } from '../testing/start-bakery.ts'

/** Starts a bakery whose member takes no calls, and records what players play, and to how many legs. */
async function startQueue(queue: object = {}, options: Parameters<typeof startBakery>[0] = {}) {
  const { played, wrapEngine } = recordPlayers()
  const bakery = await startBakery(options, wrapEngine)
  const { phone, ada, grace } = bakery
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  await saveQueue(phone, ada, [grace], { queue })
  const query = async (sql: string) => (await phone.database.pool.query(sql)).rows
  const makeDue = () =>
    query("update phone.call_timers set due_at = now() where name = 'queue-position' returning call_id")
  const positions = () => played.filter(({ name }) => name.startsWith('queue-position'))
  return {
    ...bakery,
    played,
    positions,
    makeDue,
    async callIn(from: string) {
      const caller = await bakery.trunk.callIn(from)
      await caller.next('answered')
      return caller
    },
    countTimers: async () =>
      (await query("select 1 from phone.call_timers where name = 'queue-position'")).length,
    /** Lets the timers of all callers be due, and returns what they hear then, first caller first. */
    async announce(): Promise<string[]> {
      const before = positions().length
      const due = await makeDue()
      await waitUntil('each caller hears their position', () => positions().length === before + due.length)
      return positions()
        .slice(before)
        .map(({ name }) => name)
        .sort()
    },
  }
}

test('ZR299: each caller in a queue hears their own position, and a better one when a caller before has left', async () => {
  await using queue = await startQueue()
  await queue.phone.as(queue.ada).put('/limits/language', { language: 'de-DE' })
  const first = await queue.callIn('+15550142')
  const second = await queue.callIn('+15550143')
  const third = await queue.callIn('+15550144')

  expect(await queue.announce()).toEqual([1, 2, 3].map((place) => `queue-position-${place}.de-DE`))
  await Promise.all([first, second, third].map((caller) => caller.receivesSpeech()))
  await first.hangUp()
  await waitUntil('the caller has left', async () => (await queue.countTimers()) === 2)
  expect(await queue.announce()).toEqual([1, 2].map((place) => `queue-position-${place}.de-DE`))

  expect(queue.positions().map(({ listeners }) => listeners)).toEqual([1, 1, 1, 1, 1])
})

test('a caller hears music again after their position, and the member who answers without either', async () => {
  await using queue = await startQueue()
  const { phone, grace, browsers, played } = queue
  const caller = await queue.callIn('+15550142')
  await queue.announce()
  await waitUntil('the music plays again', () => played.at(-1)?.name === 'hold-music')
  await queue.announce()

  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'off' })
  const { call } = await browsers.grace.next('call.incoming')
  await browsers.grace.answer(call.id)
  caller.play(createSine(500, 8_000))
  browsers.grace.say(700)
  await Promise.all([browsers.grace.waitForTone(500), caller.receivesTone(700)])
  await waitUntil('no player is left', async () => {
    const { rows } = await phone.database.pool.query("select state->'players' as players from phone.calls")
    return rows[0].players.length === 0
  })
  expect(await queue.countTimers()).toBe(0)
})

test('a caller hears the position and the music that their workspace has uploaded', async () => {
  await using queue = await startQueue()
  const { phone, ada } = queue
  for (const [name, toneHz] of [
    ['queue-position-1', 700],
    ['hold-music', 1_300],
  ] as const) {
    const { body } = await phone.as(ada).post('/announcements', { name, audio: createTone(toneHz) })
    const replacement = { name, announcementId: body.id }
    expect((await phone.as(ada).put('/announcements/replacements', replacement)).status).toBe(200)
  }

  const caller = await queue.callIn('+15550142')
  await caller.receivesTone(1_300)
  await queue.makeDue()
  await caller.receivesTone(700, [1_300])
  await caller.receivesTone(1_300, [700])
})

test('a position that ends after the queue does not play music into the voicemail', async () => {
  let aheadMs = 0
  await using queue = await startQueue({ maxWaitSeconds: 30 }, { now: () => new Date(Date.now() + aheadMs) })
  const { phone, ada, trunk, played } = queue
  const { body } = await phone.as(ada).get('/routing')
  const [route] = body.configuration.routes
  const routes = [{ ...route, unanswered: { kind: 'voicemail' } }]
  const configuration = { ...body.configuration, routes }
  expect((await phone.as(ada).put('/routing', { version: body.version, configuration })).status).toBe(200)
  const caller = await trunk.callIn('+15550142')
  await caller.next('answered')

  await queue.announce()
  aheadMs = 31_000
  await caller.receivesTone(1_000)

  expect(played.map(({ name }) => name.replace(/\..*/, ''))).toEqual([
    'hold-music',
    'queue-position-1',
    'voicemail-greeting',
    'voicemail-tone',
  ])
  expect(await queue.countTimers()).toBe(0)
})

test('a queue that does not announce positions has no timer for it', async () => {
  await using queue = await startQueue({ announcesPosition: false })
  await queue.callIn('+15550142')

  expect(await queue.countTimers()).toBe(0)
})
