import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { Call } from '@parley/contract/phone'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { chargeAnswer, settleCall } from '../charges/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { reserveStoredCall } from '../testing/reserve-stored-call.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const number = '+12125552390'
const ownNumber = '+12125552368'
const prices = {
  currency: 'EUR',
  csv: 'prefix,name,price_per_minute,increments,setup_fee\n1,United States,1,60/60,1',
}
const limits = { minutesPerDay: null, spendPerDay: 3, timeZone: 'UTC' }

/** Returns a session description whose only codec is a payload type. */
const describeAudio = (payloadType: number) =>
  `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9000 RTP/AVP ${payloadType}\r\n`

/**
 * Starts a provider without a SIP stack. `answers-unusably`: with audio of G.729 only. `rings`: until the test
 * answers.
 */
async function startProvider(behaviour: 'answers-unusably' | 'rings') {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  let answer = () => {}
  const acknowledged = Promise.withResolvers<void>()
  function respond(request: string, to: RemoteInfo, status: string, sdp = ''): void {
    const fields = request.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line))
    const tagged = fields.map((line) =>
      /^To:/i.test(line) && !/;tag=/.test(line) ? `${line};tag=far` : line,
    )
    const contact = `Contact: <sip:far@127.0.0.1:${port}>`
    const type = sdp ? ['Content-Type: application/sdp'] : []
    const head = [`SIP/2.0 ${status}`, ...tagged, contact, ...type, `Content-Length: ${sdp.length}`]
    socket.send(`${head.join('\r\n')}\r\n\r\n${sdp}`, to.port, to.address)
  }
  socket.on('message', (bytes, from) => {
    const request = bytes.toString()
    const [method] = request.split(' ', 1)
    if (method === 'ACK') return acknowledged.resolve()
    if (method !== 'INVITE') respond(request, from, '200 OK')
    if (method !== 'INVITE') return
    answer = () => respond(request, from, '200 OK', describeAudio(0))
    if (behaviour === 'answers-unusably') respond(request, from, '200 OK', describeAudio(18))
    else respond(request, from, '180 Ringing')
  })
  return {
    port,
    answer: () => answer(),
    acknowledged: acknowledged.promise,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

/** Starts a phone with a trunk to a provider that charges 1 EUR for a call, and 1 EUR for each minute. */
async function startPhoneWithProvider(behaviour: Parameters<typeof startProvider>[0]) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startProvider(behaviour))
  const ada = phone.signUp('Ada')
  const api = phone.as(ada)
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [ownNumber] }
  expect((await api.post('/trunks', trunk)).status).toBe(201)
  expect((await api.put('/price-table', prices)).status).toBe(200)
  expect((await api.put('/limits/daily', limits)).status).toBe(200)
  const browser = stack.use(await openBrowser(phone, ada))
  return { phone, provider, api, browser, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Expects that an ended call, which the user sees as unanswered, costs 2 EUR. */
async function expectCharge({ database }: TestPhone, { id, phase, answeredAt }: Call): Promise<void> {
  expect([phase, answeredAt]).toEqual(['ended', null])
  const charge = await waitUntil('the call is charged', async () => {
    const { rows } = await database.pool.query(
      'select seconds, cost_micros from phone.call_charges where call_id = $1 and seconds > 0',
      [id],
    )
    return rows[0] as { seconds: number; cost_micros: string } | undefined
  })
  expect(required(charge, 'the charge')).toEqual({ seconds: 1, cost_micros: '2000000' })
}

/** Guarantee (ZR473): no call that the provider charges is free in the limits of a day. */
test('ZR473: a call whose answer cannot be used is charged as answered, and counts in the limits of the day', async () => {
  await using started = await startPhoneWithProvider('answers-unusably')
  const { phone, api, browser, provider } = started

  const { id } = await browser.call(number)
  const { call } = await browser.next('call.ended')
  await provider.acknowledged

  expect(call).toMatchObject({ id, endReason: 'media-incompatible' })
  await expectCharge(phone, call)
  const second = await api.post('/calls', { to: number, handsetId: browser.handsetId })
  expect([second.status, second.body.code]).toEqual([429, 'CALL_LIMIT_SPEND_PER_DAY'])
})

test('ZR473: a call whose answer crosses its CANCEL is charged as answered', async () => {
  await using started = await startPhoneWithProvider('rings')
  const { phone, api, browser, provider } = started

  const { id } = await browser.call(number)
  await browser.waitForCall(id, ({ phase }) => phase === 'ringing')
  await api.post(`/calls/${id}/hang-up`, {})
  const { call } = await browser.next('call.ended')
  provider.answer()
  await provider.acknowledged

  await expectCharge(phone, call)
})

/** Guarantee (ZR474): neither a lookup of a name nor a crash between answer and audio makes a call cheaper. */
test('ZR474: the time of a call counts from the answer of its trunk, with or without audio', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).put('/price-table', prices)
  const database = phone.database.schema<PhoneTables>('phone')
  const answeredAt = Date.now()
  const leftAt = answeredAt + 61_000

  for (const joinedAt of [answeredAt + 5_000, null]) {
    const { callId } = await reserveStoredCall(phone, ada, number)
    await chargeAnswer(database, callId, new Date(answeredAt))
    await settleCall(database, callId, [{ id: callId, joinedAt, leftAt }])

    const { rows } = await phone.database.pool.query(
      'select seconds, cost_micros from phone.call_charges where leg_id = $1',
      [callId],
    )
    expect(rows).toEqual([{ seconds: 61, cost_micros: '3000000' }])
  }
})
