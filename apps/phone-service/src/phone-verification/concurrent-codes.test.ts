import { waitUntil } from '@parley/primitives'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone } from '../testing/start-phone.ts'

const mobile = '+12125552177'

/** Starts the verification of a number, whose telephone has answered and hears the request. */
async function startVerification() {
  const stack = new AsyncDisposableStack()
  let aheadMs = 0
  const phone = stack.use(await startPhone({ now: () => new Date(Date.now() + aheadMs) }))
  const provider = stack.use(await startTestPhone())
  const ada = phone.as(phone.signUp('Ada'))
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: ['+12125552368'] }
  expect((await ada.post('/trunks', trunk)).status).toBe(201)
  const { body } = await ada.post('/phone-verifications', { number: mobile, label: 'Workshop' })
  const { id } = body.verification
  const call = await provider.nextCall()
  await call.answer()
  await call.receivesSpeech()
  const { pool } = phone.database
  return {
    call,
    provider,
    code: body.code as string,
    callAgain: () => ada.post(`/phone-verifications/${id}/call`),
    skipTime() {
      aheadMs = 30_000
    },
    find: async () => (await ada.get('/phone-verifications')).body.items[0],
    countVerified: async () =>
      (await listAuditEntries(phone)).filter(({ action }) => action === 'number.verified').length,
    /** Lets the changes of the verification wait until `count` of them do, and then run concurrently. */
    async race(count: number, begin: () => void) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query('select id from phone.phone_verifications for update')
        begin()
        await waitUntil(`${count} changes wait`, async () => {
          const { rows } = await pool.query(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%phone_verifications%'",
          )
          return rows.length === count
        })
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a code verifies once, and never a number whose call was replaced by one with another code. */
test('ZR300: a code and another call at the same time either verify the number or replace the code', async () => {
  await using verification = await startVerification()
  const { call, code, provider } = verification
  verification.skipTime()
  let again: ReturnType<typeof verification.callAgain> | undefined

  await verification.race(2, () => {
    call.press(code)
    again = verification.callAgain()
  })
  const response = await again
  await call.next('ended')

  const wasCalledAgain = response?.status === 200 || response?.status === 201
  if (!wasCalledAgain) expect(response?.body.code).toBe('VERIFICATION_NOT_FOUND')
  expect(await verification.countVerified()).toBe(wasCalledAgain ? 0 : 1)
  expect(await verification.find()).toMatchObject({ state: wasCalledAgain ? 'pending' : 'verified' })
  if (!wasCalledAgain) return
  const second: TestCall = await provider.nextCall()
  await second.hangUp()
})

test('ZR300: the right code twice in a row verifies the number once, and the call ends', async () => {
  await using verification = await startVerification()
  const { call, code } = verification

  call.press(`${code}${code}`)
  await call.next('ended')

  expect(await verification.countVerified()).toBe(1)
  expect(await verification.find()).toMatchObject({ state: 'verified' })
})

test('ZR300: two of three concurrent requests for another call do not place one', async () => {
  await using verification = await startVerification()
  verification.skipTime()
  let requests: ReturnType<typeof verification.callAgain>[] = []

  await verification.race(3, () => {
    requests = [1, 2, 3].map(() => verification.callAgain())
  })
  const codes = (await Promise.all(requests)).map(({ body }) => body.code)

  expect(codes.filter((code) => code === 'VERIFICATION_CALL_TOO_EARLY')).toHaveLength(2)
  expect(await verification.find()).toMatchObject({ state: 'pending', callsLeft: 1 })
})
