import { freePorts, type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callWithBaresip } from './baresip.ts'
import { answer, dial, hangUp, livePanel, numbers, pause, until, untilConnected, words } from './calling.ts'
import { shareOfEnergy } from './ears.ts'
import { callPhone, newPerson, type Person } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** A number belongs to one trunk, so each journey has its own. */
const line = '+12025550150'
const otherLine = '+12025550151'
const thirdLine = '+12025550152'
const callerToneHz = 1_400

/** Adds a trunk and answers with the port from which it may call. */
async function addTrunk(person: Person, number: string): Promise<number> {
  const [port = 0] = await freePorts(1)
  await callPhone(person.page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port,
    numbers: [number],
  })
  return port
}

/** Guarantee: somebody on the telephone network reaches the browser through a trunk, and both hear each other. */
test('a call through a trunk rings the browser and is answered', async () => {
  await using ada = await newPerson(house, 'ada')
  const port = await addTrunk(ada, line)
  await using baresip = callWithBaresip({
    port,
    number: '+12025550177',
    dials: `sip:${line}@${house.sip.host}:${house.sip.port}`,
    toneHz: callerToneHz,
  })
  try {
    await ada.page.getByRole('alertdialog').getByText('+1 202 555 0177').waitFor({ timeout: 60_000 })
    await answer(ada.page)
    await untilConnected(ada.page)
    const from = Date.now()
    await until(
      'the tone of the caller',
      () => ada.ears.windowsWith(callerToneHz, from, Date.now()).length > 10,
    )

    await hangUp(ada.page)
    await pause(500)
    await baresip.stop()
    const heard = baresip.heard()
    expect(heard && shareOfEnergy(heard.pcm, ada.toneHz, heard.sampleRate)).toBeGreaterThan(0.1)
  } catch (error) {
    await ada.keepEvidence('incoming')
    throw new Error(`${(error as Error).message}\nbaresip said:\n${baresip.output}`)
  }
})

test('a call through a trunk that is declined is told so', async () => {
  await using ada = await newPerson(house, 'ada')
  const port = await addTrunk(ada, otherLine)
  await using baresip = callWithBaresip({
    port,
    number: '+12025550177',
    dials: `sip:${otherLine}@${house.sip.host}:${house.sip.port}`,
    toneHz: callerToneHz,
  })

  await ada.page.getByRole('button', { name: words['live.decline'], exact: true }).click({ timeout: 60_000 })

  await until('the refusal', () => /\b(603|486|480) /.test(baresip.output))
  await livePanel(ada.page).getByRole('alertdialog').waitFor({ state: 'detached' })
})

/** Guarantee: whoever is not a configured trunk gets no answer at all. */
test('a stranger who calls the SIP port is left without an answer', async () => {
  await using ada = await newPerson(house, 'ada')
  await addTrunk(ada, thirdLine)
  const [strangersPort = 0] = await freePorts(1)
  await using baresip = callWithBaresip({
    host: '127.0.0.2',
    port: strangersPort,
    number: '+12025550188',
    dials: `sip:${thirdLine}@${house.sip.host}:${house.sip.port}`,
    toneHz: callerToneHz,
  })

  await pause(4_000)

  expect(await ada.page.getByRole('alertdialog').count()).toBe(0)
  expect(baresip.output).not.toMatch(/\b(100|180|183|200|4\d\d|6\d\d) [A-Z]/)
})

test('the number that calls back rings after the call to it', async () => {
  await using ada = await newPerson(house, 'ada')

  await dial(ada.page, house, numbers.callsBack)
  await untilConnected(ada.page)
  await hangUp(ada.page)

  await answer(ada.page)
  await untilConnected(ada.page)
  await hangUp(ada.page)
})
