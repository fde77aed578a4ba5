import { randomUUID } from 'node:crypto'
import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser, type TestBrowser } from '../testing/test-browser.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'

const answeringNumber = '+15550101'
const unansweredNumber = '+15550104'

/** Starts a conference of Ada, Grace and Linus, who share a workspace: Ada called Grace and added Linus. */
async function startConference() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const linus = phone.accounts.addUser('Linus', [...ada.teamIds])
  const atAda = stack.use(await openBrowser(phone, ada))
  const atGrace = stack.use(await openBrowser(phone, grace))
  const atLinus = stack.use(await openBrowser(phone, linus))
  const { id } = await atAda.call(await readNumber(phone, grace))
  const idOfGrace = await answerNext(atGrace)
  const idOfLinus = await addMember(phone, { ada, id }, linus, atLinus)
  await atGrace.waitForCall(idOfGrace, ({ conferenceLegs }) =>
    conferenceLegs.some(({ name, state }) => name === 'Linus' && state === 'joined'),
  )
  const [workspace] = ada.teamIds
  return {
    phone,
    workspace: required(workspace, 'a workspace'),
    users: { ada, grace, linus },
    at: { ada: atAda, grace: atGrace, linus: atLinus },
    ids: { ada: id, grace: idOfGrace, linus: idOfLinus },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function readNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

async function answerNext(browser: TestBrowser): Promise<string> {
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  return call.id
}

async function addMember(
  phone: TestPhone,
  { ada, id }: { ada: FakeUser; id: string },
  member: FakeUser,
  browser: TestBrowser,
): Promise<string> {
  await phone.as(ada).post(`/calls/${id}/participants`, { to: await readNumber(phone, member) })
  return await answerNext(browser)
}

/** Returns the participants who are there through the calls of others, by name or number. */
function nameOthers({ conferenceLegs }: Call): (string | null)[] {
  return conferenceLegs.filter(({ state }) => state !== 'left').map(({ name, number }) => name ?? number)
}

function nameAll({ legs, conferenceLegs }: Call): (string | null)[] {
  return [...legs, ...conferenceLegs].map(({ name }) => name).toSorted()
}

/** Guarantee: every member in a conference sees who hears them. */
test('every member in a conference sees all participants, and who rings, is on hold or muted', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference

  const dialled = await phone.as(users.ada).post(`/calls/${ids.ada}/participants`, { to: answeringNumber })
  expect(dialled.status).toBe(201)
  await at.grace.waitForCall(ids.grace, ({ conferenceLegs }) =>
    conferenceLegs.some(({ state, number }) => state !== 'joined' && number === answeringNumber),
  )
  await at.linus.waitForCall(ids.linus, (call) => nameOthers(call).length === 2)
  await phone.as(users.linus).put(`/calls/${ids.linus}/muted`, { muted: true })
  await at.grace.waitForCall(ids.grace, ({ conferenceLegs }) =>
    conferenceLegs.some(({ name, isMuted }) => name === 'Linus' && isMuted),
  )
  await at.ada.waitForCall(ids.ada, ({ legs }) =>
    legs.some(({ name, isMuted }) => name === 'Linus' && isMuted),
  )
  await phone.as(users.ada).put(`/calls/${ids.ada}/on-hold`, { onHold: true })
  await at.grace.waitForCall(
    ids.grace,
    ({ legs, conferenceLegs }) =>
      legs.some(({ name, isHoldingUs }) => name === 'Ada' && isHoldingUs) &&
      conferenceLegs.some(({ name, isOnHold }) => name === 'Linus' && isOnHold),
  )
  expect(nameOthers((await phone.as(users.ada).get(`/calls/${ids.ada}`)).body)).toEqual([])
})

test('a number that a member adds is seen by the other members', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference

  await phone.as(users.grace).post(`/calls/${ids.grace}/participants`, { to: answeringNumber })

  const isAdded = (call: Call) => call.conferenceLegs.some(({ number }) => number === answeringNumber)
  await at.ada.waitForCall(ids.ada, isAdded)
  const { conferenceLegs } = await at.linus.waitForCall(ids.linus, isAdded)
  expect(conferenceLegs.map(({ name }) => name)).toContain('Grace')
})

/** Guarantee: a user sees who records the conference, for as long as it is recorded. */
test('every member in a conference sees which other member records it', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference

  await phone.as(users.linus).post(`/calls/${ids.linus}/recording/start`, {})
  const isRecorded = ({ otherRecorders }: Call) => otherRecorders.some(({ name }) => name === 'Linus')
  await at.ada.waitForCall(ids.ada, isRecorded)
  await at.grace.waitForCall(ids.grace, isRecorded)
  await phone.as(users.linus).post(`/calls/${ids.linus}/recording/stop`, {})

  const { body } = await phone.as(users.grace).get(`/calls/${ids.grace}`)
  expect(body.otherRecorders).toEqual([])
  expect((await phone.as(users.linus).get(`/calls/${ids.linus}`)).body.otherRecorders).toEqual([])
})

/** Guarantee (TN1): the participants of a conference are known to the members of the workspace in it. */
test('TN1: neither a colleague outside a conference nor a user of another workspace in it sees its participants', async () => {
  await using conference = await startConference()
  const { phone, users, ids, workspace } = conference
  const [hedy, ivan] = [phone.signUp('Hedy'), phone.accounts.addUser('Ivan', [workspace])]
  await using atHedy = await openBrowser(phone, hedy)
  const atIvan = await connectLive(phone, ivan, randomUUID())
  const idOfHedy = await addMember(phone, { ada: users.ada, id: ids.ada }, hedy, atHedy)

  await phone.as(users.linus).post(`/calls/${ids.linus}/recording/start`, {})
  const { otherRecorders, conferenceLegs } = await atHedy.waitForCall(
    idOfHedy,
    (call) => call.otherRecorders.length > 0,
  )

  expect([otherRecorders, conferenceLegs]).toEqual([[{ name: null }], []])
  expect((await phone.as(ivan).get('/calls/active')).body.items).toEqual([])
  for (const id of Object.values(ids)) expect((await phone.as(ivan).get(`/calls/${id}`)).status).toBe(404)
  atIvan.send({ type: 'ping', nonce: 1 })
  await atIvan.next('pong')
  const ofCalls = atIvan.messages.filter(({ type }) => !type.startsWith('presence'))
  expect(ofCalls.map(({ type }) => type)).toEqual(['ready', 'pong'])
  atIvan.close()
})

test('a member does not see who left the conference before them', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  const { id } = await atAda.call(answeringNumber)
  const { legs } = await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  const first = required(
    legs.find(({ kind }) => kind === 'phone'),
    'a telephone',
  )
  await phone.as(ada).post(`/calls/${id}/participants`, { to: await readNumber(phone, grace) })
  const { call } = await atGrace.next('call.incoming')
  await atAda.waitForCall(id, (current) =>
    current.legs.some(({ name, state }) => name === 'Grace' && state === 'ringing'),
  )
  expect((await phone.as(grace).get('/calls/active')).body.items[0].conferenceLegs).toEqual([])
  await phone.as(ada).delete(`/calls/${id}/participants/${first.id}`)

  await atGrace.answer(call.id)
  await atGrace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect((await phone.as(grace).get(`/calls/${call.id}`)).body.conferenceLegs).toEqual([])
})

/** Guarantee (TN1): a member learns of a conference only while they are in it. */
test('TN1: a member who has left a conference does not see a telephone that joins later', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference
  await phone.as(users.grace).post(`/calls/${ids.grace}/hang-up`, {})
  await at.grace.next('call.ended', ({ call }) => call.id === ids.grace)

  await phone.as(users.ada).post(`/calls/${ids.ada}/participants`, { to: answeringNumber })
  await at.ada.waitForCall(ids.ada, ({ legs }) =>
    legs.some(({ number, state }) => number === answeringNumber && state === 'joined'),
  )

  const { body } = await phone.as(users.grace).get(`/calls/${ids.grace}`)
  expect(nameAll(body)).toEqual(['Ada', 'Grace', 'Linus'])
  expect(at.grace.messages.filter(({ type }) => type === 'call.updated').at(-1)).not.toMatchObject({
    call: { conferenceLegs: expect.arrayContaining([expect.objectContaining({ number: answeringNumber })]) },
  })
})

/** Guarantee (ZR605): only the member whose call connects the others ends it for them. */
test('ZR605: a member who was added leaves a conference alone, and the one who began it ends it for all', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference
  const hedy = phone.as(phone.accounts.addUser('Hedy', [...users.ada.teamIds], [...users.ada.teamIds]))
  const outsider = phone.as(phone.signUp('Outsider'))
  const hangUp = async (api: typeof hedy, id: string) => (await api.post(`/calls/${id}/hang-up`, {})).status
  expect(await hangUp(hedy, ids.ada), 'an administrator who takes no part').not.toBe(200)
  expect(await hangUp(outsider, ids.ada)).toBe(404)
  expect(await hangUp(phone.as(users.linus), ids.ada), 'in the call of another member').toBe(404)

  expect(await hangUp(phone.as(users.linus), ids.linus)).toBe(200)

  await at.grace.waitForCall(ids.grace, (call) => nameOthers(call).length === 0 && call.phase === 'talking')
  expect((await phone.as(users.ada).get(`/calls/${ids.ada}`)).body.phase).toBe('talking')
  expect(await hangUp(phone.as(users.ada), ids.ada)).toBe(200)
  await at.grace.waitForCall(ids.grace, ({ phase }) => phase === 'ended')
})

test('the list of the workspace has one entry for a conference, also when it is searched', async () => {
  await using conference = await startConference()
  const { phone, users, at, ids } = conference
  await phone.as(users.linus).put(`/calls/${ids.linus}/notes`, { notes: 'Order flour' })
  await phone.as(users.ada).post(`/calls/${ids.ada}/hang-up`, {})
  await at.linus.next('call.ended')
  await at.grace.next('call.ended')
  const list = async (user: FakeUser, query: string): Promise<Call[]> =>
    (await phone.as(user).get(`/calls?${query}`)).body.items

  const [row, ...others] = await list(users.ada, 'scope=workspace')
  expect([row?.id, others]).toEqual([ids.ada, []])
  expect(row?.legs.map(({ name }) => name)).toEqual(['Ada', 'Grace', 'Linus'])
  expect(row?.memberCalls).toEqual([
    { id: ids.grace, userName: 'Grace' },
    { id: ids.linus, userName: 'Linus' },
  ])
  expect((await list(users.ada, 'scope=workspace&search=flour')).map(({ id }) => id)).toEqual([ids.ada])
  expect(await list(users.ada, 'scope=workspace&search=sugar')).toEqual([])
  const [ofGrace] = await list(users.grace, '')
  expect([ofGrace?.id, ofGrace?.memberCalls, ofGrace && nameAll(ofGrace)]).toEqual([
    ids.grace,
    [],
    ['Ada', 'Grace', 'Linus'],
  ])
})

test('the list of the workspace names the member who missed a call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  const { id } = await atAda.call(await readNumber(phone, grace))
  await atGrace.next('call.incoming')
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await atGrace.next('call.ended')

  const { body } = await phone.as(ada).get('/calls?scope=workspace&filter=missed')

  expect(body.items).toMatchObject([{ id, missedBy: ['Grace'] }])
})

/** Guarantee (TN1): a caller ID that a trunk claims opens no view of a call of the user with that number. */
test('TN1: a trunk that claims numbers of a conference is not connected with it', async () => {
  await using phone = await startPhone({ outboundNetworks: ['127.0.0.0/8'] })
  const ada = phone.signUp('Ada')
  const hedy = phone.signUp('Hedy')
  await using atAda = await openBrowser(phone, ada)
  await using atHedy = await openBrowser(phone, hedy)
  await using far = await startTestPhone()
  const numberOfAda = await readNumber(phone, ada)
  const { status } = await phone.as(hedy).post('/trunks', {
    ...trunkWithPassword,
    host: '127.0.0.1',
    port: far.port,
    registration: 'none',
    numbers: [unansweredNumber],
  })
  expect(status).toBe(201)
  const { id } = await atAda.call(unansweredNumber)
  await atAda.waitForCall(id, ({ phase }) => phase === 'ringing')

  const { port } = required(phone.engine.sipAddresses[0], 'a SIP address')
  far.call(unansweredNumber, numberOfAda, port)
  const idOfHedy = await answerNext(atHedy)
  await atHedy.waitForCall(idOfHedy, ({ phase }) => phase === 'talking')

  const { body } = await phone.as(hedy).get(`/calls/${idOfHedy}`)
  expect(body).toMatchObject({ number: numberOfAda, ownNumber: unansweredNumber, otherRecorders: [] })
  const { rows } = await phone.database.pool.query(
    'select 1 from phone.calls where id = $1 and inviting_leg_id is null',
    [idOfHedy],
  )
  expect(rows).toHaveLength(1)
})
