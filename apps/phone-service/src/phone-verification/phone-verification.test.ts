import { createHash, randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { startTestPhone, type TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

const mobile = '+12125552177'
const trunkNumber = '+12125552368'

type Refer = Extract<TestCall['events'][number], { type: 'refer' }>['refer']

interface Options {
  readonly now?: () => Date
  readonly allowsRefer?: boolean
}

/** Starts a phone with an administrator and a trunk whose provider is a telephone of the test. */
async function startBakery({ allowsRefer = false, ...options }: Options = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  await addTrunk(phone, ada, provider.port, { allowsRefer })
  return { phone, provider, ada, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function addTrunk(phone: TestPhone, user: FakeUser, port: number, changes: object = {}) {
  const trunk = { name: 'Provider', host: '127.0.0.1', port, numbers: [trunkNumber], ...changes }
  const { status, body } = await phone.as(user).post('/trunks', trunk)
  if (status !== 201) throw new Error(`The trunk was not added: ${JSON.stringify(body)}`)
}

async function start(phone: TestPhone, user: FakeUser, number: string = mobile) {
  const { status, body } = await phone.as(user).post('/phone-verifications', { number, label: 'Workshop' })
  if (status !== 201) throw new Error(`The verification was not started: ${JSON.stringify(body)}`)
  return { id: body.verification.id as string, code: body.code as string }
}

async function findOne(phone: TestPhone, user: FakeUser) {
  const [one] = (await phone.as(user).get('/phone-verifications')).body.items
  return one
}

async function addContact(phone: TestPhone, user: FakeUser, typed: string) {
  const empty = { company: '', role: '', emails: [], tags: [], notes: '', visibility: 'private' }
  const contact = { ...empty, name: 'Customer', phones: [{ typed, label: '' }] }
  const { status, body } = await phone.as(user).post('/contacts', contact)
  if (status !== 201) throw new Error(`The contact was not added: ${JSON.stringify(body)}`)
}

function waitForState(phone: TestPhone, user: FakeUser, state: string) {
  return waitUntil(`the verification is ${state}`, async () => {
    const one = await findOne(phone, user)
    return one?.state === state ? one : null
  })
}

/** Returns a code that differs from the right one. */
const wrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

async function keyIn(call: TestCall, digits: string) {
  await call.receivesSpeech()
  call.press(digits)
}

/** Accepts the next REFER synchronously, because a REFER that no listener accepts is declined. */
function acceptRefer(call: TestCall) {
  return new Promise<ReturnType<Refer['accept']>>((resolve) => {
    call.sip.onEvent((event) => {
      if (event.type === 'refer') resolve(event.refer.accept())
    })
  })
}

/** Guarantee (ZR319): no trunk of another provider answers for a number that is presented through the first one. */
test('ZR319: the call of a verification takes the trunk that presents the number, and ignores the last caller ID of the user', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  await using other = await startTestPhone()
  const numberOfOther = '+12125552369'
  await addTrunk(phone, ada, other.port, { numbers: [numberOfOther] })
  await using browser = await openBrowser(phone, ada)
  await browser.call(mobile, { from: numberOfOther })
  ;(await other.nextCall()).refuse(486)

  await start(phone, ada)

  expect((await provider.nextCall()).target).toContain(mobile)
})

/** Guarantee (ZR446): the number of another user in the simulated network is verified by their telephone alone. */
test('ZR446: a number of the simulated network is called there, whichever trunk the user chose last', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  const grace = phone.signUp('Grace')
  await using atGrace = await openBrowser(phone, grace)
  const { number } = (await phone.as(grace).get('/me')).body.numbers[0]
  await using browser = await openBrowser(phone, ada)
  // The choice of a caller ID is stored with the contact.
  await addContact(phone, ada, number)
  await browser.call(number, { from: trunkNumber })
  ;(await provider.nextCall()).refuse(486)

  await start(phone, ada, number)

  const { call } = await atGrace.next('call.incoming')
  expect((await phone.as(ada).get('/me')).body.numbers).toContainEqual(
    expect.objectContaining({ number: call.number, ringsFor: 'me' }),
  )
})

/** Guarantee (ZR220): a number becomes a caller ID only after its telephone has keyed in the code. */
test('ZR220: a number is called, verified by its code, and presented as caller ID', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  const refused = await phone
    .as(ada)
    .post('/calls', { to: '+12125552390', from: mobile, handsetId: randomUUID() })
  expect(refused.body.code).toBe('CALLER_ID_NOT_YOURS')

  const { code } = await start(phone, ada)
  const call = await provider.nextCall()
  expect([call.target, call.from?.uri]).toEqual([
    expect.stringContaining(mobile),
    expect.stringContaining(trunkNumber),
  ])
  expect(await findOne(phone, ada)).toMatchObject({ state: 'pending', triesLeft: 5, callsLeft: 2 })
  await call.answer()
  await keyIn(call, code)
  const verified = await waitForState(phone, ada, 'verified')
  await call.next('ended')

  expect(verified).toMatchObject({ number: mobile, label: 'Workshop', expiresAt: null })
  await using browser = await openBrowser(phone, ada)
  await browser.call('+12125552390', { from: mobile })
  const next = await provider.nextCall()
  expect(next.from?.uri).toContain(mobile)
  next.refuse(486)
})

/** Guarantee (ZR221): a number cannot be verified by trying codes. */
test('ZR221: after five wrong codes the verification has failed, and the right one is not accepted', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  const { code } = await start(phone, ada)
  const call = await provider.nextCall()
  await call.answer()
  await call.receivesSpeech()

  // The star clears the digits before it.
  call.press(`12*${wrong(code)}`)
  for (const triesLeft of [4, 3, 2, 1]) {
    await waitUntil(
      `${triesLeft} tries are left`,
      async () => (await findOne(phone, ada)).triesLeft === triesLeft,
    )
    call.press(wrong(code))
  }
  await waitForState(phone, ada, 'failed')
  call.press(code)
  await call.next('ended')

  expect(await findOne(phone, ada)).toMatchObject({ state: 'failed', triesLeft: 0 })
  const actions = (await listAuditEntries(phone)).map(({ action }) => action)
  expect(actions.filter((action) => action.includes('verif'))).toEqual([
    'number.verification_called',
    'number.verification_failed',
  ])
})

/** Guarantee (ZR222): all workspaces together cannot disturb a stranger with verification calls. */
test('ZR222: of concurrent requests of several workspaces, three call a number within ten minutes', async () => {
  await using phone = await startPhone()
  const users = ['Ada', 'Grace', 'Linus', 'Hedy', 'Alan'].map((name) => phone.signUp(name))
  const request = (user: FakeUser) =>
    phone.as(user).post('/phone-verifications', { number: '+1 212 555 0177' })

  const responses = await Promise.all(users.map(request))
  const refused = responses.filter(({ status }) => status !== 201)
  expect(refused.map(({ body }) => body.code)).toEqual(Array(2).fill('VERIFICATION_CALL_LIMIT'))
  expect(refused[0]?.body.details.retryAfterSeconds).toBeGreaterThan(590)

  await phone.database.pool.query(
    "update phone.phone_verification_calls set called_at = called_at - interval '10 minutes'",
  )
  const late = required(users[responses.findIndex(({ status }) => status !== 201)], 'a refused user')
  expect((await request(late)).status).toBe(201)
})

/** Guarantee (ZR223): a removed number is presented in no call that is dialled afterwards. */
test('ZR223: a removed number is no caller ID, also of a transfer that waits for its trunk', async () => {
  await using bakery = await startBakery({ allowsRefer: true })
  const { phone, provider, ada } = bakery
  const { id, code } = await start(phone, ada)
  const verifying = await provider.nextCall()
  await verifying.answer()
  await keyIn(verifying, code)
  await waitForState(phone, ada, 'verified')
  await using browser = await openBrowser(phone, ada)
  const call = await browser.call('+12125552390', { from: trunkNumber })
  const far = await provider.nextCall()
  await far.answer()
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  const accepted = acceptRefer(far)
  const transfer = { to: '+12125552391', mode: 'blind', from: mobile }
  expect((await phone.as(ada).post(`/calls/${call.id}/transfer`, transfer)).status).toBe(200)
  const progress = await accepted

  expect((await phone.as(ada).delete(`/phone-verifications/${id}`)).status).toBe(200)
  progress.report(503, 'Service Unavailable')

  const { call: returned } = await browser.next('call.incoming', (message) => message.call.id === call.id)
  expect(returned).toMatchObject({ transfer: { stage: 'returning' } })
  await phone.as(ada).post(`/calls/${call.id}/decline`)
  const dialled = { to: '+12125552390', from: mobile, handsetId: browser.handsetId }
  expect((await phone.as(ada).post('/calls', dialled)).body.code).toBe('CALLER_ID_NOT_YOURS')
  const { numbers } = (await phone.as(ada).get('/me')).body
  expect(numbers.map(({ number }: { number: string }) => number)).not.toContain(mobile)
  await browser.call('+12125552390')
  expect((await provider.nextCall()).from?.uri).toContain(trunkNumber)
})

/** Guarantee (ZR223): no call presents a number that was removed, also not that of another verification. */
test('ZR223: a number that is removed while another one is verified is not the caller ID of that call', async () => {
  let isRemoved = false
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    async openConference(options) {
      if (isRemoved)
        await phone.database.pool.query('delete from phone.phone_verifications where number = $1', [mobile])
      return await engine.openConference(options)
    },
  }))
  await using provider = await startTestPhone()
  const ada = phone.signUp('Ada')
  await addTrunk(phone, ada, provider.port, { numbers: [] })
  const { code } = await start(phone, ada)
  const verifying = await provider.nextCall()
  await verifying.answer()
  await keyIn(verifying, code)
  await waitForState(phone, ada, 'verified')
  const other = '+12125552178'
  await addContact(phone, ada, other)
  await using browser = await openBrowser(phone, ada)
  await browser.call(other, { from: mobile })
  const call = await provider.nextCall()
  expect(call.from?.uri).toContain(mobile)
  call.refuse(486)
  isRemoved = true

  await start(phone, ada, other)

  await waitUntil('the call of the other number has ended', async () => {
    const { rows } = await phone.database.pool.query('select end_reason from phone.calls where number = $1', [
      other,
    ])
    return (
      rows.every(({ end_reason }) => end_reason !== null) &&
      rows.some(({ end_reason }) => end_reason === 'failed')
    )
  })
})

/** Guarantee (ZR224): the call of a verification is in no list, and the code of an earlier call is not accepted. */
test('ZR224: a number is called again after 30 s with another code, and no user sees the calls', async () => {
  let aheadMs = 0
  await using bakery = await startBakery({ now: () => new Date(Date.now() + aheadMs) })
  const { phone, provider, ada } = bakery
  const { id, code } = await start(phone, ada)
  const first = await provider.nextCall()
  await first.answer()
  await first.receivesSpeech()
  const again = () => phone.as(ada).post(`/phone-verifications/${id}/call`)
  expect((await again()).body.code).toBe('VERIFICATION_CALL_TOO_EARLY')

  aheadMs = 30_000
  const restarted = await again()
  const second = await provider.nextCall()
  await first.next('ended')
  await second.answer()
  if (restarted.body.code !== code) {
    await keyIn(second, code)
    await waitUntil('the earlier code is wrong', async () => (await findOne(phone, ada)).triesLeft === 4)
  }
  await keyIn(second, restarted.body.code)
  await waitForState(phone, ada, 'verified')
  await second.next('ended')

  expect((await phone.as(ada).get('/calls?scope=workspace')).body.items).toEqual([])
  expect((await phone.as(ada).get('/calls')).body.items).toEqual([])
  const { rows } = await phone.database.pool.query('select id from phone.calls')
  expect(rows).toHaveLength(2)
  for (const { id: callId } of rows)
    expect((await phone.as(ada).get(`/calls/${callId}`)).body.code).toBe('CALL_NOT_FOUND')
  const { body: usage } = await phone.as(ada).get('/usage')
  expect(usage.members[0].calls).toBe(2)
})

/** Guarantee (ZR224): a number that its owner does not answer is called less and less often. */
test('ZR224: the second call follows after 30 s, the third after 60 s and the fourth after 120 s', async () => {
  let aheadMs = 0
  const beganAt = Date.now()
  await using bakery = await startBakery({ now: () => new Date(beganAt + aheadMs) })
  const { phone, provider, ada } = bakery
  const { id } = await start(phone, ada)
  const again = async () => {
    const { status, body } = await phone.as(ada).post(`/phone-verifications/${id}/call`)
    return status < 300 ? 'called' : { code: body.code, seconds: body.details.retryAfterSeconds }
  }
  const refuse = async () => void (await provider.nextCall()).refuse(486)
  const early = { code: 'VERIFICATION_CALL_TOO_EARLY', seconds: 1 }
  await refuse()

  for (const calledMs of [30_000, 90_000, 210_000]) {
    // The limit of three calls within ten minutes has its own test.
    await phone.database.pool.query('delete from phone.phone_verification_calls')
    aheadMs = calledMs - 1_000
    expect(await again()).toEqual(early)
    aheadMs = calledMs
    expect(await again()).toBe('called')
    await refuse()
  }
})

test('ZR221: a verification expires after ten minutes, and its code is not accepted then', async () => {
  let aheadMs = 0
  const beganAt = Date.now()
  await using bakery = await startBakery({ now: () => new Date(beganAt + aheadMs) })
  const { phone, provider, ada } = bakery
  const { code } = await start(phone, ada)
  const call = await provider.nextCall()
  await call.answer()
  await call.receivesSpeech()

  aheadMs = 10 * 60_000 - 1
  expect((await findOne(phone, ada)).state).toBe('pending')
  aheadMs = 10 * 60_000
  expect((await findOne(phone, ada)).state).toBe('expired')
  call.press(code)
  await call.next('ended')

  expect(await findOne(phone, ada)).toMatchObject({ state: 'expired', verifiedAt: null })
})

/** Guarantee (ZR221): who reads the database, or a copy of it, cannot verify a number. */
test('ZR221: the database contains the code of a verification only as a keyed hash, until it is verified', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  const { id, code } = await start(phone, ada)
  const read = async () => {
    const { rows } = await phone.database.pool.query(
      'select * from phone.phone_verifications where id = $1',
      [id],
    )
    return required(rows[0], 'the verification')
  }

  const stored = await read()

  expect(stored.code_hash).toHaveLength(32)
  const { call_id: callId } = stored
  for (const plain of [code, `${callId} ${code}`])
    expect(stored.code_hash.equals(createHash('sha256').update(plain).digest())).toBe(false)
  expect(Object.values(stored).map(String)).not.toContain(code)
  const { rows: tables } = await phone.database.pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'phone'",
  )
  for (const { name } of tables) {
    const { rows } = await phone.database.pool.query(
      `select 1 from phone."${name}" as stored where stored::text ~ ('(^|[^0-9a-f.+-])' || $1 || '([^0-9a-f.]|$)')`,
      [code],
    )
    expect({ name, rows: rows.length }).toEqual({ name, rows: 0 })
  }
  const call = await provider.nextCall()
  await call.answer()
  await keyIn(call, code)
  await waitForState(phone, ada, 'verified')
  expect((await read()).code_hash).toBeNull()
})

/** Guarantee (ZR225): a verification needs a number that may be dialled and is not the workspace's own. */
test.each([
  ['911', 'EMERGENCY_NUMBER'],
  ['+1 900 555 2390', 'PREMIUM_NUMBER'],
  ['+49 30 901820', 'COUNTRY_NOT_ALLOWED'],
  [trunkNumber, 'NUMBER_ALREADY_YOURS'],
  ['Grace', 'NUMBER_NOT_UNDERSTOOD'],
])('ZR225: %s is rejected with %s', async (number, code) => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery

  const { body } = await phone.as(ada).post('/phone-verifications', { number })

  expect(body.code).toBe(code)
  expect(await findOne(phone, ada)).toBeUndefined()
})

/** Guarantee (ZR226): the page of each administrator follows the call, and that of a member learns nothing. */
test('ZR226: administrators are notified of each step, and members of a number that was verified', async () => {
  await using bakery = await startBakery()
  const { phone, provider, ada } = bakery
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const [atAda, atGrace] = [
    await connectLive(phone, ada, randomUUID()),
    await connectLive(phone, grace, randomUUID()),
  ]
  const { code } = await start(phone, ada)
  const call = await provider.nextCall()
  await call.ring()
  await waitUntil('the call rings', async () => (await findOne(phone, ada)).call.progress === 'ringing')
  await atAda.next('phone-verifications.changed')
  await call.answer()
  await keyIn(call, code)
  await atGrace.next('me.changed')
  await call.next('ended')

  await waitUntil('the call has ended', async () => (await findOne(phone, ada)).call.progress === 'ended')
  expect(atGrace.messages.map(({ type }) => type)).not.toContain('phone-verifications.changed')
  expect((await phone.as(grace).get('/me')).body.numbers).toContainEqual({
    number: mobile,
    source: 'verification',
    trunkName: null,
    label: 'Workshop',
    ringsFor: 'elsewhere',
  })
  for (const socket of [atAda, atGrace]) socket.close()
})

/** Guarantee (ZR10): members see the name of a number in the order in which it was written. */
test('ZR10: the name of a number contains no invisible characters', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const api = phone.as(ada)
  const added = await api.post('/phone-verifications', { number: mobile, label: 'Work\u200bshop' })
  const { id, label } = added.body.verification

  const renamed = await api.patch(`/phone-verifications/${id}`, { label: '\u202eegaraG' })

  expect([label, renamed.body.label]).toEqual(['Workshop', 'egaraG'])
  expect((await findOne(phone, ada)).label).toBe('egaraG')
})
