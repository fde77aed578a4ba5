import { randomUUID } from 'node:crypto'
import { phoneEndpoints } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** A valid body for each endpoint with a body and an id in its path. */
const bodies: Record<string, object> = {
  'POST /calls/{call}/join': { handsetId: randomUUID() },
  'POST /calls/{call}/legs/{leg}/reply': { reply: {} },
  'POST /calls/{call}/answer': { handsetId: randomUUID() },
  'POST /calls/{call}/hang-up': {},
  'PUT /calls/{call}/muted': { muted: true },
  'PUT /calls/{call}/on-hold': { onHold: true },
  'POST /calls/{call}/digits': { digits: '1' },
  'POST /calls/{call}/participants': { to: '+1 555 0100' },
  'PUT /calls/{call}/notes': { notes: 'Read by a stranger.' },
  'PUT /contacts/{contact}': { name: 'Mine now', version: 1 },
  'PUT /trunks/{trunk}': { name: 'Mine now', host: '127.0.0.1' },
}

/** Guarantee: users of another workspace cannot tell whether a resource exists. */
test('every endpoint returns the same 404 for a resource of another workspace and for an unknown id', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await using browser = await openBrowser(phone, ada)
  const talking = await browser.call('+1 555 0101', { recording: 'on' })
  const call = await browser.waitForCall(talking.id, ({ recordings }) => recordings.length === 2)
  const { body: contact } = await phone.as(ada).post('/contacts', { name: 'Grace' })
  const { body: trunk } = await phone.as(ada).post('/trunks', { name: 'Line', host: '127.0.0.1', port: 9 })
  const ids: Record<string, string> = {
    call: call.id,
    leg: call.legs[1]!.id,
    recording: call.recordings[0]!.id,
    contact: contact.id,
    trunk: trunk.id,
  }
  const naming = phoneEndpoints.filter(({ path, access }) => path.includes('{') && access !== 'public')
  expect(naming.length).toBeGreaterThan(20)

  for (const { method, path } of naming) {
    const ask = async (idOf: (name: string) => string) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name))
      const { status, body } = await phone.request(linus, method, filled, bodies[`${method} ${path}`])
      return { status, body }
    }
    const stranger = await ask((name) => ids[name]!)
    const nobody = await ask(() => randomUUID())

    expect(stranger.status, `${method} ${path}`).toBe(404)
    expect(stranger, `${method} ${path}`).toEqual(nobody)
  }
  const { body: after } = await phone.as(ada).get(`/calls/${call.id}`)
  expect(after).toMatchObject({ phase: 'talking', notes: '', recordingState: 'on' })
  expect((await phone.as(linus).get('/calls')).body.items).toEqual([])
})

test('audio requires a link, and a link to one recording does not give access to another', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using browser = await openBrowser(phone, ada)
  const talking = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(talking.id, ({ recordings }) => recordings.length === 2)
  await phone.as(ada).post(`/calls/${talking.id}/hang-up`, {})
  const { call } = await browser.next('call.ended')
  const [one, other] = call.recordings.map(({ id }) => id)
  const { body: link } = await phone.as(ada).post(`/recordings/${one}/links`)

  const moved = await fetch(`${phone.service.url}${link.url.replace(one, other)}`)
  const unsigned = await phone.request(ada, 'GET', `/recordings/${one}/audio`)

  expect(moved.status).toBe(403)
  expect(unsigned.status).toBe(400)
})
