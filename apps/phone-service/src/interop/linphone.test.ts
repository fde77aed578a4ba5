import { startBaresip, startLinphone } from '@parley/sip/interop'
import { expect, test } from 'vitest'
import { addPeerTrunk, getIncomingUri } from '../testing/add-peer-trunk.ts'
import { createVoice, waitForPeerTone } from '../testing/peer-audio.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [own, ownOfTarget] = ['+12125552368', '+12125552369']
const [far, target] = ['+12125550187', '+12125550188']
const tones = { linphone: 500, target: 700, ada: 900 }

/** Starts a phone with a user, a linphone, and a baresip that answers the number of the transfer. */
async function startTelephones() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const browser = stack.use(await openBrowser(phone, ada))
  browser.say(tones.ada)
  const linphone = stack.use(await startLinphone({ user: far, voice: createVoice(tones.linphone) }))
  const answering = stack.use(
    await startBaresip({
      protocol: 'udp',
      answermode: 'auto',
      user: target,
      voice: createVoice(tones.target),
      maxSeconds: 60,
    }),
  )
  return { phone, ada, browser, linphone, answering, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Telephones = Awaited<ReturnType<typeof startTelephones>>

/** Has linphone call the user through a trunk that may transfer calls, and waits until they hear each other. */
async function callIn({ phone, ada, browser, linphone, answering }: Telephones): Promise<string> {
  await addPeerTrunk(phone, ada, { port: answering.port, numbers: [own], allowsRefer: true })
  linphone.program.enter(`call ${getIncomingUri(phone, own)}`)
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await Promise.all([browser.waitForTone(tones.linphone), waitForPeerTone(linphone, tones.ada)])
  return call.id
}

test('linphone is called, and talks to the number to which the user transfers the call', async () => {
  await using telephones = await startTelephones()
  const { phone, ada, browser, linphone, answering } = telephones
  await addPeerTrunk(phone, ada, { port: linphone.port, numbers: [own] })
  await addPeerTrunk(phone, ada, { port: answering.port, numbers: [ownOfTarget] })
  const { id } = await browser.call(far, { from: own })
  await Promise.all([browser.waitForTone(tones.linphone), waitForPeerTone(linphone, tones.ada)])

  const transfer = { to: target, mode: 'blind', from: ownOfTarget }
  expect((await phone.as(ada).post(`/calls/${id}/transfer`, transfer)).status).toBe(200)

  await Promise.all([
    waitForPeerTone(linphone, tones.target, [tones.ada]),
    waitForPeerTone(answering, tones.linphone, [tones.ada]),
  ])
  linphone.program.enter('terminate')
  await answering.program.says('session closed')
})

test('linphone calls the target of our REFER itself, and our call ends as transferred', async () => {
  await using telephones = await startTelephones()
  const { phone, ada, browser, linphone, answering } = telephones
  const id = await callIn(telephones)

  const transfer = { to: target, mode: 'blind', from: own }
  expect((await phone.as(ada).post(`/calls/${id}/transfer`, transfer)).status).toBe(200)

  const { call: ended } = await browser.next('call.ended')
  expect(ended).toMatchObject({ transfer: { stage: 'completed', number: target } })
  expect(ended.legs.map(({ number }) => number)).not.toContain(target)
  await Promise.all([
    waitForPeerTone(linphone, tones.target, [tones.ada]),
    waitForPeerTone(answering, tones.linphone, [tones.ada]),
  ])
})

test('linphone transfers the user by REFER to a number, which the trunk connects', async () => {
  await using telephones = await startTelephones()
  const { browser, linphone, answering } = telephones
  const id = await callIn(telephones)

  linphone.program.enter(`transfer sip:${target}@127.0.0.1`)

  await Promise.all([
    browser.waitForTone(tones.target, [tones.linphone]),
    waitForPeerTone(answering, tones.ada, [tones.linphone]),
  ])
  const { legs } = await browser.waitForCall(id, (call) =>
    call.legs.some(({ number, state }) => number === far && state === 'left'),
  )
  expect(legs.find(({ number }) => number === target)).toMatchObject({ state: 'joined' })
})
