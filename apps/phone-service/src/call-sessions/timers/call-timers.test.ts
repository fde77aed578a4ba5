import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { injectEvents } from '../../testing/inject-events.ts'
import { openIncomingTrunk } from '../../testing/open-incoming-trunk.ts'
import { override } from '../../testing/override.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const echo = '+1 555 0100'
const hourMs = 3_600_000

async function listTimers({ database }: Pick<TestPhone, 'database'>) {
  const { rows } = await database.pool.query<{ name: string; due_in_seconds: number }>(
    'select name, extract(epoch from due_at - now())::float8 as due_in_seconds from phone.call_timers',
  )
  return rows
}

/** Starts a phone on which Ada talks to the echo number. */
async function startCall(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const ada = phone.signUp('Ada')
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call(echo)
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const legId = required(
    legs.find(({ kind }) => kind === 'browser'),
    'the browser leg',
  ).id
  return { phone, ada, browser, id, legId, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('ZR110: the timer of a ringing call is stored with it, ends it once, and is gone with it', async () => {
  await using phone = await startPhone({ ringTimeoutMs: 2_000 })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  const caller = await trunk.callIn()
  await browser.next('call.incoming')
  expect((await listTimers(phone)).map(({ name }) => name)).toEqual(['ringing'])

  expect((await browser.next('call.ended')).call.endReason).toBe('missed')

  expect(await caller.next('refused')).toBeTruthy()
  expect(await listTimers(phone)).toEqual([])
  expect(browser.messages.filter(({ type }) => type === 'call.ended')).toHaveLength(1)
})

test('a call that a user answers just before the ring timeout is not missed', async () => {
  await using phone = await startPhone({ ringTimeoutMs: 2_000 })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  const answered = await phone.as(ada).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect(answered.status).toBe(200)

  // The audio is not connected when the time is over, and the timer is set again.
  await waitUntil('the ring timeout has expired', async () =>
    (await listTimers(phone)).some(({ due_in_seconds: seconds }) => seconds > 2.5),
  )
  await browser.answer(call.id)

  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

/** Guarantee: a participant who reattaches in the last moment is not removed. */
test('ZR110: a timer has no effect when an event that is waiting to be handled clears it', async () => {
  const events = injectEvents()
  const [muting, muted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const setMuted = async () => {
    muting.resolve()
    await muted.promise
  }
  await using call = await startCall({ detachedKeepMs: 5_000 }, (engine) => {
    const wrapped = events.wrap(engine)
    return {
      ...wrapped,
      async openConference(options) {
        const conference = await wrapped.openConference(options)
        return override(conference, { setMuted })
      },
    }
  })
  using _ = { [Symbol.dispose]: muted.resolve }
  const { phone, ada, browser, id, legId } = call
  const inject = (type: 'leg-detached' | 'leg-reattached', number: number) =>
    events.inject(id, { type, legId, at: Date.now(), number })
  inject('leg-detached', 1_000)
  await browser.waitForCall(id, ({ marks }) => marks.some(({ type }) => type === 'detached'))

  const request = phone.as(ada).put(`/calls/${id}/muted`, { muted: true })
  await muting.promise
  inject('leg-reattached', 1_001)
  const isOverdue = async () => (await listTimers(phone)).some(({ due_in_seconds: due }) => due < -1)
  await waitUntil('the timer is overdue', isOverdue)
  muted.resolve()
  expect((await request).status).toBe(200)

  await browser.waitForCall(id, ({ marks }) => marks.some(({ type }) => type === 'reattached'))
  expect(await listTimers(phone)).toEqual([])
  const { body } = await phone.as(ada).get(`/calls/${id}`)
  expect(body.legs.map(({ state }: { state: string }) => state)).toEqual(['joined', 'joined'])
})

test('ZR110: a clock of the server that jumps neither delays a timer nor brings it forward', async () => {
  let offsetMs = 0
  await using phone = await startPhone({ ringTimeoutMs: 3_000, now: () => new Date(Date.now() + offsetMs) })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using browser = await openBrowser(phone, ada)
  offsetMs = -hourMs

  await trunk.callIn()
  const { call } = await browser.next('call.incoming')
  const [timer] = await listTimers(phone)
  expect(Math.abs(required(timer, 'the timer').due_in_seconds)).toBeLessThan(60)
  offsetMs = hourMs

  await browser.next('call.ended', (message) => message.call.id === call.id)
})

/** Guarantee: an outage of the database leaves no participant in a call who has left it. */
test('ZR111: what could not be saved while the database was down is saved when it responds, with its timers', async () => {
  await using cluster = await startTestServer()
  await using database = await openDatabase({ kind: 'postgres', url: cluster.url })
  const failures: unknown[] = []
  const log = {
    info() {},
    warn() {},
    error: (event: string, fields?: Readonly<Record<string, unknown>>) =>
      event === 'call.save_failed' && failures.push(fields?.callId),
  }
  await using call = await startCall({ database, log, detachedKeepMs: 1_000 })
  const { browser, id } = call

  await cluster.stop()
  browser.closeAudio()
  await waitUntil('the change could not be saved', () => failures.includes(id))
  await cluster.start()

  const find = () => database.pool.query('select end_reason from phone.calls where id = $1', [id])
  await waitUntil('the call has ended', async () => {
    const rows = await find().then((result) => result.rows)
    return rows[0]?.end_reason === 'media-lost'
  })
  expect(await listTimers({ database: { ...call.phone.database, pool: database.pool } })).toEqual([])
})
