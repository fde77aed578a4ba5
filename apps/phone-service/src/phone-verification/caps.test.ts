import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

const prices = { currency: 'EUR', csv: 'prefix,name,price_per_minute,increments\n1,United States,60,1/1' }
const caps = {
  homeCountry: 'US',
  allowedCountries: ['US'],
  callsPerMinute: 600,
  concurrentCalls: 500,
  callerName: null,
}
const daily = { minutesPerDay: null, spendPerDay: null, timeZone: 'UTC' }

/** Starts a phone whose administrator has a trunk with prices. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const api = phone.as(phone.signUp('Ada'))
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: ['+12125552368'] }
  expect((await api.post('/trunks', trunk)).status).toBe(201)
  expect((await api.put('/price-table', prices)).status).toBe(200)
  return { phone, provider, api, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR520): the calls of verifications count in the caps and limits of a workspace. */
test.each([
  ['/limits', { ...caps, callsPerMinute: 3 }, 3, 'CALL_LIMIT_PER_MINUTE'],
  ['/limits', { ...caps, concurrentCalls: 3 }, 3, 'CALL_LIMIT_CONCURRENT'],
  ['/limits/daily', { ...daily, minutesPerDay: 3 }, 3, 'CALL_LIMIT_MINUTES_PER_DAY'],
  ['/limits/daily', { ...daily, spendPerDay: 180 }, 180, 'CALL_LIMIT_SPEND_PER_DAY'],
] as const)(
  'ZR520: of 12 concurrent verifications, %s with %o admits 3, and no call of the others is placed',
  async (path, limits, cap, code) => {
    await using bakery = await startBakery()
    const { phone, provider, api } = bakery
    expect((await api.put(path, limits)).status).toBe(200)
    const numbers = Array.from({ length: 12 }, (_, index) => `+121255521${index + 10}`)

    const responses = await Promise.all(
      numbers.map((number) => api.post('/phone-verifications', { number, label: 'Workshop' })),
    )

    const refused = responses.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(9).fill([429, code]))
    for (let count = 0; count < 3; count++) await provider.nextCall()
    const { rows } = await phone.database.pool.query(
      `select (select count(*)::int from phone.calls) as calls,
              (select count(*)::int from phone.phone_verifications) as verifications,
              (select count(*)::int from phone.phone_verification_calls) as counted`,
    )
    expect(rows).toEqual([{ calls: 3, verifications: 3, counted: 3 }])
    const { body: log } = await api.get('/limits/refusals')
    expect(log.items).toHaveLength(9)
    expect(log.items[0]).toMatchObject({ code, cap })
    // Nothing is stored of the others, so that their numbers can be verified later.
    expect((await api.get('/phone-verifications')).body.items).toHaveLength(3)
  },
)
