import { randomUUID } from 'node:crypto'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { parseShortNumber } from '../numbering-plan/index.ts'
import { startPhone } from '../testing/start-phone.ts'

const ownNumber = '+12125552368'

/** Guarantee (ZR919): directory assistance is not called as an extension, in no spelling that a PBX passes on. */
test('ZR919: no published number of directory assistance is an extension or a short code; other digits are', () => {
  const published = {
    US: ['411', '1411', '0411', '9411', '011411'],
    CA: ['411', '9411'],
    AU: ['1223', '12455', '01223', '012455', '91234'],
    BE: ['1207', '1307', '1407', '01307'],
    DK: ['118', '0118'],
    FI: ['118', '9118'],
    GB: ['118118'],
    DE: ['11833', '011833', '911833'],
    GR: ['11880', '11888', '011888'],
    IT: ['1254', '01254', '91240'],
    MX: ['040', '9040'],
    NO: ['1881', '01881', '91881'],
    NZ: ['018', '0172', '9018', '1018'],
    PT: ['118', '1820', '01820'],
    TR: ['11811', '11880', '911880'],
    ZA: ['1023', '91023'],
  }
  const called = Object.entries(published).flatMap(([country, numbers]) =>
    numbers.filter((number) => parseShortNumber(number, country)).map((number) => `${country} ${number}`),
  )
  expect(called).toEqual([])
  const extensions = {
    US: ['41', '410', '412', '4110', '2411'],
    GR: ['118', '2001'],
    PT: ['117'],
    NZ: ['18', '118'],
    AU: ['012365', '11223', '912240'],
    IT: ['011254', '11254', '012540', '94121'],
    NO: ['11880', '018811', '001881'],
  }
  for (const [country, numbers] of Object.entries(extensions))
    for (const number of numbers)
      expect([country, number, parseShortNumber(number, country)]).toMatchObject([
        country,
        number,
        { number },
      ])
})

test.each([
  ['US', '411', 400],
  ['US', '9411', 400],
  ['US', '412', 201],
  ['US', '+1 700 555 0123', 403],
  ['CA', '+1 700 555 0123', 403],
  ['FI', '0100100', 403],
])(
  'ZR919: in %s, %s through a trunk that allows short numbers returns %i',
  async (homeCountry, to, expected) => {
    await using phone = await startPhone()
    await using provider = await startTestPhone()
    const ada = phone.as(phone.signUp('Ada'))
    const { body: limits } = await ada.get('/limits')
    await ada.put('/limits', { ...limits, homeCountry, allowedCountries: [homeCountry, 'US'] })
    const address = { host: '127.0.0.1', port: provider.port }
    const trunk = { name: 'Provider', ...address, numbers: [ownNumber], allowsShortNumbers: true }
    expect((await ada.post('/trunks', trunk)).status).toBe(201)

    const { status } = await ada.post('/calls', {
      to,
      from: ownNumber,
      handsetId: randomUUID(),
    })

    expect(status).toBe(expected)
  },
)
