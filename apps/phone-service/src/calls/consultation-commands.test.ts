import { required } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createReplaces } from '@parley/sip'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, target] = ['+12125552367', '+12125552369']

/**
 * Starts a call of Ada and Grace with one telephone, in which Ada consults another one. They are in one call because a
 * telephone with which each of them talked has connected its calls.
 */
async function startConsultation() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const fields = { host: '127.0.0.1', port: provider.port, numbers: [own], allowsRefer: true }
  expect((await phone.as(ada).post('/trunks', { name: 'Office', ...fields })).status).toBe(201)
  const answer = async (hz: number) => {
    const far = await provider.nextCall()
    await far.answer()
    far.play(createSine(hz, 8_000))
    return far
  }
  const dial = async (user: FakeUser, to: string) => {
    const browser = stack.use(await openBrowser(phone, user))
    const { id } = await browser.call(to, { from: own })
    const far = await answer(500)
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return { id, browser, far, as: phone.as(user) }
  }
  const first = await dial(ada, '+12125550187')
  const second = await dial(grace, '+12125550188')
  const { id } = first
  await first.as.post(`/calls/${id}/participants`, { to: '+12125550189', from: own })
  const other = await answer(900)
  const replaces = createReplaces(required(second.far.sip.dialog, 'a dialog'))
  const outcome = await first.far.sip.refer({ target: `sip:${own}@127.0.0.1`, replaces })
  expect(outcome.result).toBe('transferred')
  await second.browser.waitForCall(
    id,
    ({ legs }) => legs.filter(({ state }) => state === 'joined').length === 3,
  )
  first.browser.say(1_100)
  second.browser.say(1_500)
  await other.receivesTone(1_100)

  const transfer = { to: target, mode: 'attended', from: own }
  const { body } = await first.as.post(`/calls/${id}/transfer`, transfer)
  const consulted = await answer(700)
  await consulted.receivesTone(1_100, [1_500])
  return {
    id,
    atAda: first.browser,
    atGrace: second.browser,
    asAda: first.as,
    asGrace: second.as,
    other,
    consulted,
    findLegId: (wanted: { number: string } | { userId: string }) =>
      body.legs.find(
        (leg: { number: string | null; userId: string | null; state: string }) =>
          leg.state !== 'left' &&
          ('number' in wanted ? leg.number === wanted.number : leg.userId === wanted.userId),
      )?.id as string,
    ada,
    read: async () => (await first.as.get(`/calls/${id}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a consultation is controlled by its user alone. */
test('ZR371: another user of the call can neither record, interrupt, end nor key into a consultation', async () => {
  await using call = await startConsultation()
  const { asGrace, id } = call
  const path = `/calls/${id}`
  const consulted = call.findLegId({ number: target })
  const attempts = {
    'start the recording': await asGrace.post(`${path}/recording/start`, {}),
    'resume the recording': await asGrace.post(`${path}/recording/resume`, {}),
    'remove the number': await asGrace.delete(`${path}/participants/${consulted}`),
    'remove the user': await asGrace.delete(
      `${path}/participants/${call.findLegId({ userId: call.ada.id })}`,
    ),
    hold: await asGrace.put(`${path}/on-hold`, { onHold: true }),
    resume: await asGrace.put(`${path}/on-hold`, { onHold: false }),
    'send digits': await asGrace.post(`${path}/digits`, { digits: '5' }),
    transfer: await asGrace.post(`${path}/transfer`, { to: target, mode: 'blind', from: own }),
    park: await asGrace.post(`${path}/park`, {}),
  }

  for (const [attempt, { status, body }] of Object.entries(attempts))
    expect([attempt, status, body.code]).toEqual([attempt, 409, 'TRANSFER_IN_PROGRESS'])
  for (const end of ['complete', 'cancel', 'join'])
    expect((await asGrace.post(`${path}/transfer/${end}`, {})).body.code).toBe('NO_TRANSFER')
  expect((await asGrace.put(`${path}/muted`, { muted: true })).status).toBe(200)
  await call.consulted.receivesTone(1_100, [1_500])
  expect(call.consulted.digits).toEqual([])
  expect(await call.read()).toMatchObject({ transfer: { stage: 'consulting' }, recordingState: 'off' })
})

test('ZR371: the digits of a consultation are sent to the consulted number only', async () => {
  await using call = await startConsultation()
  expect((await call.asAda.post(`/calls/${call.id}/digits`, { digits: '47' })).status).toBe(200)

  await expect.poll(() => call.consulted.digits).toEqual(['4', '7'])
  expect(call.other.digits).toEqual([])
})

/** Otherwise the others would wait without end, because only the user of a consultation may end it. */
test('ZR371: a consultation ends with its user, and the others talk when another user releases them', async () => {
  await using call = await startConsultation()
  await call.asAda.post(`/calls/${call.id}/hang-up`, {})
  await call.atGrace.waitForCall(call.id, ({ transfer }) => transfer === null)

  expect((await call.asGrace.put(`/calls/${call.id}/on-hold`, { onHold: false })).status).toBe(200)
  await Promise.all([call.other.receivesTone(700), call.consulted.receivesTone(900)])
})
