import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { override } from '../testing/override.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: after a crash the engine has no leg that the call does not know. */
test('ZR101: each leg is stored with its call before the engine adds it', async () => {
  await using started = await startObserved()
  const { phone, added } = started
  const grace = phone.signUp('Grace')
  const number = (await phone.as(grace).get('/me')).body.numbers[0].number
  await using browser = await openBrowser(phone, phone.signUp('Ada'))
  await using other = await openBrowser(phone, grace)

  const { id } = await browser.call(number)
  const incoming = (await other.next('call.incoming')).call
  await other.answer(incoming.id)
  const call = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const answered = await other.waitForCall(incoming.id, ({ phase }) => phase === 'talking')

  const legs = [...call.legs, ...answered.legs].map((leg) => ({ legId: leg.id, isStored: true }))
  const sort = (each: typeof added) => each.toSorted((one, other) => one.legId.localeCompare(other.legId))
  expect(sort(added)).toEqual(sort(legs))
})

/** Guarantee: a caller who waits can be rejected, forwarded or answered without a browser. */
test('ZR102: an incoming call has its conference and the leg of its caller from the first ring', async () => {
  await using started = await startObserved()
  const { phone, added } = started
  const grace = phone.signUp('Grace')
  const number = (await phone.as(grace).get('/me')).body.numbers[0].number
  await using browser = await openBrowser(phone, phone.signUp('Ada'))
  await using other = await openBrowser(phone, grace)

  await browser.call(number)
  const { call } = await other.next('call.incoming')

  expect(call.legs).toMatchObject([
    { kind: 'phone', state: 'ringing', number: call.number, joinedAt: null, leftAt: null },
  ])
  expect(added.map(({ legId }) => legId)).toContain(call.legs[0]?.id)
  const { rows } = await phone.database.pool.query('select state from phone.calls where id = $1', [call.id])
  expect(rows[0].state.legs).toMatchObject([{ id: call.legs[0]?.id, state: 'ringing' }])
})

test('ZR101: a browser that the engine cannot add is shown as left', async () => {
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      const addBrowser = () => Promise.reject(new Error('No media process is running.'))
      return override(conference, { addBrowser })
    },
  }))
  const ada = phone.as(phone.signUp('Ada'))

  const { body } = await ada.post('/calls', { handsetId: crypto.randomUUID(), to: '+1 555 0100' })
  expect(body.code).toBe('ENGINE_UNAVAILABLE')
  // The number has been dialled meanwhile.
  const call = await waitUntil('all legs have left', async () => {
    const [last] = (await ada.get('/calls')).body.items
    return last?.legs.every(({ state }: { state: string }) => state === 'left') ? last : null
  })

  expect(call).toMatchObject({
    phase: 'ended',
    endReason: 'engine-lost',
    legs: [{ state: 'left', leftReason: 'failed' }, { state: 'left' }],
  })
})

test('ZR105: music on hold is stored with the call, and is no participant', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const { id } = await browser.call('+1 555 0100')
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const readPlayers = async () => {
    const { rows } = await phone.database.pool.query('select state from phone.calls where id = $1', [id])
    return rows[0].state.players
  }

  const { body: held } = await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: true })
  const [player] = await readPlayers()
  await phone.as(ada).put(`/calls/${id}/on-hold`, { onHold: false })

  expect(held.legs.map(({ kind }: { kind: string }) => kind)).toEqual(['browser', 'phone'])
  expect(player).toMatchObject({ plays: 'hold-music', to: [held.legs[1].id] })
  await waitUntil('the player has left', async () => (await readPlayers()).length === 0)
})

/** Starts a phone service and lists the legs that its engine adds, and whether they are stored then. */
async function startObserved() {
  const started: { phone?: TestPhone } = {}
  const added: { readonly legId: string; readonly isStored: boolean }[] = []
  const check = async (legId: string) => {
    const { pool } = required(started.phone, 'the phone service').database
    const { rows } = await pool.query("select from phone.calls where state -> 'legs' @> $1", [
      JSON.stringify([{ id: legId }]),
    ])
    added.push({ legId, isStored: rows.length === 1 })
  }
  const phone = await startPhone({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      return override(conference, {
        async addBrowser(userId, legId) {
          await check(legId)
          return await conference.addBrowser(userId, legId)
        },
        async dialOut(call) {
          await check(call.legId)
          await conference.dialOut(call)
        },
        async addIncoming(id, legId) {
          await check(legId)
          await conference.addIncoming(id, legId)
        },
      })
    },
  }))
  started.phone = phone
  return { phone, added, [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose]() }
}
