import type { Call } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser, type TestBrowser } from '../testing/test-browser.ts'

const answeringNumber = '+15550101'

/** Starts a phone of Ada, Grace and Linus, who share a workspace. */
async function startTeam() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const open = async (user: FakeUser) => {
    const browser = stack.use(await openBrowser(phone, user))
    const number: string = (await phone.as(user).get('/me')).body.numbers[0].number
    return { browser, number, as: phone.as(user) }
  }
  return {
    ada: await open(ada),
    grace: await open(phone.accounts.addUser('Grace', [...ada.teamIds])),
    linus: await open(phone.accounts.addUser('Linus', [...ada.teamIds])),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function answer(browser: TestBrowser): Promise<string> {
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  return call.id
}

/** Returns whether these are connected with the user of a call, by name or number. */
function connects({ legs, conferenceLegs }: Call, expected: readonly string[]): boolean {
  const present = [...legs, ...conferenceLegs].filter(
    ({ kind, state }) => kind === 'phone' && state === 'joined',
  )
  return present.map(({ name, number }) => name ?? number).join() === expected.join()
}

/** Guarantee: the list of participants is the list of those who hear a user. */
test('ZR693: after a transfer, the member to whom a call was transferred sees who is left', async () => {
  await using team = await startTeam()
  const { ada, grace } = team
  const { id } = await ada.browser.call(answeringNumber)
  const { legs } = await ada.browser.waitForCall(id, ({ phase }) => phase === 'talking')
  const echo = legs.find(({ number }) => number === answeringNumber)?.name ?? answeringNumber
  await ada.as.post(`/calls/${id}/transfer`, { to: grace.number, mode: 'attended' })
  const idOfGrace = await answer(grace.browser)
  await grace.browser.waitForCall(idOfGrace, (call) => connects(call, ['Ada', echo]))

  expect((await ada.as.post(`/calls/${id}/transfer/complete`, {})).status).toBe(200)

  const after = await grace.browser.waitForCall(idOfGrace, (call) => connects(call, [echo]))
  expect(after.legs.find(({ name }) => name === 'Ada')).toMatchObject({
    state: 'left',
    leftReason: 'hung-up',
  })
})

test('ZR694: the members of merged calls see each other, and who leaves', async () => {
  await using team = await startTeam()
  const { ada, grace, linus } = team
  const first = (await ada.browser.call(grace.number)).id
  const idOfGrace = await answer(grace.browser)
  const second = (await linus.browser.call(ada.number)).id
  const idAtAda = await answer(ada.browser)
  await ada.browser.waitForCall(idAtAda, ({ phase }) => phase === 'talking')

  expect((await ada.as.post(`/calls/${first}/merge`, { call: idAtAda })).body).toMatchObject({ id: first })

  await grace.browser.waitForCall(idOfGrace, (call) => connects(call, ['Ada', 'Linus']))
  await linus.browser.waitForCall(second, (call) => connects(call, ['Ada', 'Grace']))
  expect((await ada.as.post(`/calls/${first}/transfer/complete`, {})).status).toBe(200)
  await grace.browser.waitForCall(idOfGrace, (call) => connects(call, ['Linus']))
  await linus.browser.waitForCall(second, (call) => connects(call, ['Grace']))
})
