import { expect, test } from 'vitest'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

type Phone = Awaited<ReturnType<typeof startPhone>>
type User = ReturnType<Phone['signUp']>

async function readNumber(phone: Phone, user: User): Promise<string> {
  return (await phone.as(user).get('/me')).body.numbers[0].number
}

async function listNames(phone: Phone, user: User): Promise<unknown[]> {
  const { body } = await phone.as(user).get('/calls?scope=workspace')
  return body.items.map((call: { name: unknown }) => call.name)
}

/** Starts a phone with Ada and Grace, who share a workspace. */
async function startColleagues() {
  const phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds], [...ada.teamIds])
  await readNumber(phone, ada)
  return { phone, ada, grace, numberOfGrace: await readNumber(phone, grace) }
}

test('a call between members of a workspace shows their names, and contacts take precedence', async () => {
  const { phone, ada, grace, numberOfGrace } = await startColleagues()
  await using _ = phone
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)

  const outgoing = await atAda.call(numberOfGrace)
  const { call: incoming } = await atGrace.next('call.incoming')
  await phone.as(ada).post(`/calls/${outgoing.id}/hang-up`, {})
  await atGrace.next('call.ended')

  expect(incoming).toMatchObject({ name: 'Ada', contactId: null })
  const { body } = await phone.as(ada).get(`/calls/${outgoing.id}`)
  expect(body).toMatchObject({ name: 'Grace', contactId: null })
  expect(body.legs.map((leg: { name: string }) => leg.name)).toContain('Grace')
  await phone.as(ada).post('/contacts', {
    name: 'Commander Hopper',
    phones: [{ typed: numberOfGrace }],
    visibility: 'private',
  })
  expect(await listNames(phone, ada)).toEqual(['Commander Hopper'])
  expect(await listNames(phone, grace)).toEqual(['Grace'])
})

/** Guarantee (TN1): numbers of other workspaces have no names. */
test('TN1: the number of a user of another workspace shows no name', async () => {
  const { phone, ada, numberOfGrace } = await startColleagues()
  await using _ = phone
  const hedy = phone.signUp('Hedy')
  await using atHedy = await openBrowser(phone, hedy)
  await using atAda = await openBrowser(phone, ada)
  await readNumber(phone, hedy)

  const outgoing = await atHedy.call(await readNumber(phone, ada))
  const { call: incoming } = await atAda.next('call.incoming')
  await phone.as(hedy).post(`/calls/${outgoing.id}/hang-up`, {})
  await atHedy.next('call.ended')
  const second = await atHedy.call(numberOfGrace)
  await phone.as(hedy).post(`/calls/${second.id}/hang-up`, {})
  await atHedy.next('call.ended')

  expect(incoming.name).toBeNull()
  expect(await listNames(phone, hedy)).toEqual([null, null])
  expect(await listNames(phone, ada)).not.toContain('Hedy')
})

test('a member who changes the name is shown and found with it once they open the phone', async () => {
  const { phone, ada, grace, numberOfGrace } = await startColleagues()
  await using _ = phone
  await using atAda = await openBrowser(phone, ada)
  const outgoing = await atAda.call(numberOfGrace)
  await phone.as(ada).post(`/calls/${outgoing.id}/hang-up`, {})
  await atAda.next('call.ended')

  phone.accounts.renameUser(grace.id, 'Grace Hopper')
  await sendAccountEvent(phone, { type: 'user.updated', data: { id: grace.id } })
  await readNumber(phone, grace)

  expect(await listNames(phone, ada)).toContain('Grace Hopper')
  expect((await phone.as(ada).get('/calls?search=hopp')).body.items).toMatchObject([{ id: outgoing.id }])
  expect((await phone.as(ada).get('/calls?search=linus')).body.items).toEqual([])
})
