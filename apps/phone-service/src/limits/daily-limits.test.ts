import { randomUUID } from 'node:crypto'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { reserveStoredCall } from '../testing/reserve-stored-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'

const number = '+12125552390'
const ownNumber = '+12125552368'
const off = { minutesPerDay: null, spendPerDay: null, timeZone: 'UTC' }
/** One currency unit a second. */
const prices = { currency: 'EUR', csv: 'prefix,name,price_per_minute,increments\n1,United States,60,1/1' }

/** Starts a phone whose user has a trunk to a provider, with prices. */
async function startPhoneWithProvider(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [ownNumber] }
  expect((await api.post('/trunks', trunk)).status).toBe(201)
  expect((await api.put('/price-table', prices)).status).toBe(200)
  const browser = stack.use(await openBrowser(phone, ada))
  return { phone, provider, ada, api, browser, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR142): concurrent calls never reserve more than the limits of a day. */
test.each([
  ['minutesPerDay', { minutesPerDay: 7 }, 'CALL_LIMIT_MINUTES_PER_DAY'],
  ['spendPerDay', { spendPerDay: 420 }, 'CALL_LIMIT_SPEND_PER_DAY'],
] as const)('ZR142: of 50 concurrent calls, %s admits 7', async (_, limit, code) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/price-table', prices)
  expect((await phone.as(ada).put('/limits/daily', { ...off, ...limit })).status).toBe(200)

  const outcomes = await Promise.all(Array.from({ length: 50 }, () => reserve(phone, ada)))

  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(7)
  expect(new Set(outcomes)).toEqual(new Set([null, code]))
})

test('ZR142: a call ends when the money of the day is spent, after it was announced', async () => {
  await using started = await startPhoneWithProvider({ reservationSeconds: 1 })
  const { api, browser, provider } = started
  await api.put('/limits/daily', { ...off, spendPerDay: 3 })

  const { id } = await browser.call(number)
  await (await provider.nextCall()).answer()
  const announced = await browser.waitForCall(id, ({ timeLimit }) => timeLimit !== null)
  const { call } = await browser.next('call.ended')

  expect(announced.timeLimit?.code).toBe('CALL_LIMIT_SPEND_PER_DAY')
  expect(call.endReason).toBe('money-spent')
  expect(call.costs).toMatchObject([{ currency: 'EUR' }])
  const further = await api.post('/calls', { to: number, handsetId: randomUUID() })
  expect([further.status, further.body.code]).toEqual([429, 'CALL_LIMIT_SPEND_PER_DAY'])
  const { body: log } = await api.get('/limits/refusals')
  expect(log.items[0]).toMatchObject({ code: 'CALL_LIMIT_SPEND_PER_DAY', cap: 3, dialled: number })
})

test('ZR142: a limit that is lowered during a call ends it', async () => {
  await using started = await startPhoneWithProvider({ reservationSeconds: 1 })
  const { api, browser, provider } = started

  await browser.call(number)
  await (await provider.nextCall()).answer()
  await browser.next('call.updated', ({ call }) => call.phase === 'talking')
  await api.put('/limits/daily', { ...off, spendPerDay: 1 })

  expect((await browser.next('call.ended')).call.endReason).toBe('money-spent')
})

/** Guarantee (ZR360): no change of a call takes a telephone out of the limits of a day. */
test('ZR360: a number that rings while its call is merged is limited when it answers', async () => {
  await using started = await startPhoneWithProvider({ reservationSeconds: 1 })
  const { phone, ada, api, provider } = started
  await api.put('/limits/daily', { ...off, spendPerDay: 3 })
  await using first = await openBrowser(phone, ada)
  await using second = await openBrowser(phone, ada)
  const calls = []
  for (const browser of [first, second]) {
    const { id } = await browser.call('+1 555 0100')
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    calls.push(id)
  }
  const [into, from] = calls

  expect((await api.post(`/calls/${from}/participants`, { to: number })).status).toBe(201)
  const far = await provider.nextCall()
  expect((await api.post(`/calls/${into}/merge`, { call: from })).status).toBe(200)
  await far.answer()

  await far.next('ended')
  const { body } = await api.get(`/calls/${into}`)
  const leg = body.legs.find((each: { number: string }) => each.number === number)
  expect(leg.leftReason).toBe('money-spent')
})

test('the price of a call is that of the moment it was dialled, and unanswered calls cost nothing', async () => {
  await using started = await startPhoneWithProvider()
  const { phone, ada, api, browser, provider } = started
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])

  const { id } = await browser.call(number)
  await (await provider.nextCall()).answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  await api.put('/price-table', { ...prices, currency: 'USD', csv: prices.csv.replace('60,', '120,') })
  await api.post(`/calls/${id}/hang-up`, {})
  const { call } = await browser.next('call.ended')
  const [cost] = call.costs
  expect(cost?.currency).toBe('EUR')
  expect(cost?.amountMicros).toBeGreaterThan(0)
  expect((await phone.as(grace).get(`/calls/${id}`)).body.code).toBe('CALL_NOT_FOUND')

  const second = await browser.call(number)
  ;(await provider.nextCall()).refuse(486)
  const ended = await browser.next('call.ended', (message) => message.call.id === second.id)
  expect(ended.call.costs).toEqual([{ currency: 'USD', amountMicros: 0 }])
})

/** Guarantee (ZR143): a limit of money cannot be exceeded by calls whose price is unknown. */
test('ZR143: with a limit of spending, a number without a price is not called', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const early = await api.put('/limits/daily', { ...off, spendPerDay: 3 })
  expect([early.status, early.body.code]).toEqual([409, 'SPEND_LIMIT_NEEDS_PRICES'])

  await api.put('/price-table', { ...prices, csv: prices.csv.replace('\n1,', '\n49,') })
  await api.put('/limits/daily', { ...off, spendPerDay: 3 })

  expect(await reserve(phone, ada)).toBe('NO_PRICE')
})

test('ZR886: with a limit of spending, a short number is not called, because it has no price', async () => {
  await using started = await startPhoneWithTrunk({}, { allowsShortNumbers: true })
  const { api } = started
  const dial = async () =>
    (await api.post('/calls', { to: '2001', from: '+12125552368', handsetId: randomUUID() })).body.code
  await api.put('/price-table', prices)
  await api.put('/limits/daily', { ...off, spendPerDay: 3 })

  expect(await dial()).toBe('NO_PRICE')
  await api.put('/limits/daily', off)
  expect(await dial()).toBeUndefined()
})

test('a call within the simulated network is free, and no limit of a day applies to it', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/limits/daily', { ...off, minutesPerDay: 1 })
  await using browser = await openBrowser(phone, ada)

  for (const attempt of [1, 2]) {
    const { id } = await browser.call('+1 555 0100')
    const { call } = await browser
      .waitForCall(id, ({ phase }) => phase === 'talking')
      .then(async () => {
        await phone.as(ada).post(`/calls/${id}/hang-up`, {})
        return await browser.next('call.ended', (message) => message.call.id === id)
      })
    expect([attempt, call.costs]).toEqual([attempt, []])
  }
})

test('an unknown time zone is rejected', async () => {
  await using phone = await startPhone()
  const api = phone.as(phone.signUp('Ada'))

  const { status, body } = await api.put('/limits/daily', { ...off, timeZone: 'Europe/Atlantis' })

  expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
  expect((await api.get('/limits/daily')).body).toEqual({ limits: null })
})

/** Reserves the first minute of a stored call. Returns the code of the refusal, or null. */
async function reserve(phone: TestPhone, user: FakeUser): Promise<string | null> {
  const { refusal } = await reserveStoredCall(phone, user, number)
  return refusal?.code ?? null
}
