import { randomUUID } from 'node:crypto'
import { EngineError } from '@parley/call-engine'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { override } from '../testing/override.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const echo = '+1 555 0100'
const verified = '+12125552177'

/** Starts a phone whose engine can be told to fail the next commands of its conferences. */
async function startFailing() {
  let isFailing = false
  const phone = await startPhone({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      const fail =
        <Arguments extends unknown[]>(command: (...given: Arguments) => Promise<void>) =>
        async (...given: Arguments) => {
          if (isFailing) throw new EngineError('no-such-leg')
          await command.apply(conference, given)
        }
      return override(conference, {
        setMuted: fail(conference.setMuted),
        setOnHold: fail(conference.setOnHold),
        sendDigits: fail(conference.sendDigits),
      })
    },
  }))
  const fail = () => {
    isFailing = true
  }
  return { phone, fail, [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose]() }
}

/** Guarantee: an engine that has lost a leg, or its media process, causes no internal error. */
test('a command to a leg that the engine does not have any more is answered with ENGINE_UNAVAILABLE', async () => {
  await using started = await startFailing()
  const { phone, fail } = started
  const ada = phone.signUp('Ada')
  await using first = await openBrowser(phone, ada)
  await using second = await openBrowser(phone, ada)
  const { id } = await first.call(echo)
  await first.waitForCall(id, ({ phase }) => phase === 'talking')
  const { id: otherId } = await second.call(echo)
  await second.waitForCall(otherId, ({ phase }) => phase === 'talking')
  const as = phone.as(ada)
  expect((await as.put(`/calls/${otherId}/on-hold`, { onHold: true })).status).toBe(200)
  fail()

  const answers = [
    await as.put(`/calls/${id}/muted`, { muted: true }),
    await as.put(`/calls/${id}/on-hold`, { onHold: true }),
    await as.post(`/calls/${id}/digits`, { digits: '1' }),
    await as.post(`/calls/${id}/transfer`, { to: echo, mode: 'attended' }),
    await as.post(`/calls/${id}/merge`, { call: otherId }),
  ]

  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'ENGINE_UNAVAILABLE'))
  const calls = [await as.get(`/calls/${id}`), await as.get(`/calls/${otherId}`)]
  expect(calls.map(({ body }) => body.phase)).toEqual(['talking', 'on-hold'])
})

test('a participant whose caller ID was removed meanwhile is rejected with that reason', async () => {
  await using started = await startTrunk()
  const { phone, ada, provider, removeVerified } = started
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+12125552369')
  await (await provider.nextCall()).answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  removeVerified()

  const { body } = await phone
    .as(ada)
    .post(`/calls/${id}/transfer`, { to: '+12125552370', from: verified, mode: 'attended' })

  expect(body.code).toBe('CALLER_ID_NOT_YOURS')
})

/** Guarantee: a browser whose audio cannot be connected now is not told that its call has ended. */
test('an answer of a browser that the engine cannot take is answered with ENGINE_UNAVAILABLE', async () => {
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const setAnswer = () => Promise.reject(new EngineError('media-unavailable'))
      return override(await engine.openConference(options), { setAnswer })
    },
  }))
  const as = phone.as(phone.signUp('Ada'))
  const { body: joined } = await as.post('/calls', { to: echo, handsetId: randomUUID() })

  const { body } = await as.post(`/calls/${joined.call.id}/legs/${joined.legId}/answer`, { answer: {} })

  expect(body.code).toBe('ENGINE_UNAVAILABLE')
})

/** Starts a phone with a trunk and a verified number, which can be removed while the next call is put on hold. */
async function startTrunk() {
  const stack = new AsyncDisposableStack()
  let isRemoved = false
  const phone = stack.use(
    await startPhone({}, (engine) => ({
      ...engine,
      async openConference(options) {
        const conference = await engine.openConference(options)
        return override(conference, {
          async setOnHold(...given) {
            if (isRemoved) await phone.database.pool.query('delete from phone.phone_verifications')
            await conference.setOnHold(...given)
          },
        })
      },
    })),
  )
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const trunk = { name: 'Office', host: '127.0.0.1', port: provider.port, numbers: ['+12125552367'] }
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)
  await phone.database.pool.query(
    `insert into phone.phone_verifications (id, workspace_id, number, label, state, tries, calls, called_at, expires_at,
     call_id, started_by, created_at) values (gen_random_uuid(), $1, $2, '', 'verified', 0, 0, now(), now(),
     gen_random_uuid(), $3, now())`,
    [(await phone.as(ada).get('/me')).body.workspace.id, verified, ada.id],
  )
  return {
    phone,
    ada,
    provider,
    removeVerified: () => {
      isRemoved = true
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
