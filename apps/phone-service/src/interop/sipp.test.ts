import { waitUntil } from '@parley/primitives'
import { type SippOptions, scenario, startSipp } from '@parley/sip/interop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWorkspace, createNumber } from '../testing/add-workspace.ts'
import { createMenu, tones as menuTones, saveMenus, toUser, uploadTone } from '../testing/menu-calls.ts'
import { createPcmuVoice } from '../testing/peer-audio.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { expectMessage, waitUntilSpoken } from '../testing/voicemail-messages.ts'

const { answer, answerInvite, optionalResponse, receive, receiveStatus, request, requestOfCallee } = scenario
const { answerTrunk, playVoice, reference, send, storeHeader, storeParties, waitForInput } = scenario
const { pause, sendDigits, sendTelephoneEvents, splitInput } = scenario
const tones = { caller: 500, browser: 1_100 }
const retransmitted = 'retransmitted'
const answerBye = [receive('BYE'), send(answer('200 OK'))]
const hangUp = [send(request('BYE', 2), { retransmitted }), receiveStatus(200)]

/** Each test adds a workspace. */
let phone: TestPhone
beforeAll(async () => {
  phone = await startPhone()
})
afterAll(() => phone[Symbol.asyncDispose]())

/** Returns the steps of a caller until the answer. */
function dial(sdp: 'echo' | 'voice'): string[] {
  return [
    send(request('INVITE', 1), { sdp, retransmitted }),
    optionalResponse(100),
    optionalResponse(180),
    optionalResponse(183),
    receiveStatus(200, '', 'rrs="true"'),
    send(request('ACK', 1)),
  ]
}

/** Starts a sipp that calls the number of a workspace. */
function startCaller(uri: string, steps: readonly string[], options: Partial<SippOptions> = {}) {
  const [, service, port] = /^sip:(.*)@.*:(\d+)$/.exec(uri) ?? []
  const target = { service, targetPort: Number(port), maxSeconds: 40 }
  return startSipp({ transport: 'udp', steps: steps.join('\n'), ...target, ...options } as SippOptions)
}

/** Starts a sipp as the telephone of a trunk. */
function startAnswering(steps: readonly string[], actions: string) {
  const options = { maxSeconds: 40, parameters: ['-rtp_echo'] }
  return startSipp({ transport: 'udp', steps: answerTrunk(steps, actions).join('\n'), ...options })
}

test('sipp calls a number whose calls are forwarded to another sipp, and both are ended by BYE', async () => {
  const mobile = createNumber()
  const steps = [
    reference(4),
    send(answerInvite('200 OK'), { sdp: 'echo', retransmitted }),
    receive('ACK'),
    waitForInput,
    send(requestOfCallee('BYE', 1), { retransmitted }),
    receiveStatus(200),
  ]
  const isForMobile = storeHeader('To', 4, `sip:.${mobile.slice(1)}@`)
  await using answering = await startAnswering(steps, storeParties + isForMobile)
  const forwarding = { port: Number(answering.port), open: { kind: 'number', number: mobile } }
  const { user, as, uri } = await addWorkspace(phone, forwarding)
  await using calling = await startCaller(uri, [...dial('voice'), playVoice, ...answerBye], {
    voice: createPcmuVoice(tones.caller),
  })

  await waitUntil('both are in the call', async () => {
    const { rows } = await phone.database.pool.query(
      "select 1 from phone.calls where workspace_id = any($1) and phase = 'talking'",
      [user.teamIds],
    )
    return rows.length === 1
  })
  await answering.enter('hang up')

  await Promise.all([answering.succeeded, calling.succeeded])
  await expect
    .poll(async () => (await as.get('/calls')).body.items, { timeout: 20_000 })
    .toMatchObject([{ endReason: 'other-hung-up', legs: [{}, { number: mobile }] }])
})

const isRoot = process.getuid?.() === 0
// sipp sends telephone events through a raw socket.
const keys = [
  { by: 'INFO', press: sendDigits(request, 2, ['7']) },
  ...(isRoot ? [{ by: 'a telephone event', press: [sendTelephoneEvents('7'), pause(500)] }] : []),
]

test.each(keys)('sipp leaves a menu by $by, and hears the user who answers', async ({ press }) => {
  const { user, as, uri } = await addWorkspace(phone)
  const announcementId = await uploadTone(as, menuTones.main, 10)
  const menu = createMenu({ '7': toUser(user) }, { announcementId })
  expect((await saveMenus(as, { menus: [menu] })).status).toBe(200)
  await using browser = await openBrowser(phone, user)
  browser.say(tones.browser)
  await using calling = await startCaller(uri, [...dial('echo'), waitForInput, ...press, ...answerBye], {
    parameters: ['-rtp_echo'],
  })

  // It returns the announcement that it hears.
  await calling.enter('press the key')
  const { call } = await browser.next('call.incoming')
  await browser.answer(call.id)
  await browser.waitForTone(tones.browser)
  expect((await as.post(`/calls/${call.id}/hang-up`, {})).status).toBe(200)

  await calling.succeeded
})

test('sipp leaves a message in voicemail, as long as it has spoken, with its tone', async () => {
  const { user, as, uri } = await addWorkspace(phone)
  const open = { kind: 'voicemail', announcementId: await uploadTone(as, menuTones.main) }
  expect((await saveMenus(as, { menus: [], open })).status).toBe(200)
  const steps = [...dial('voice'), playVoice, waitForInput, ...hangUp]
  await using calling = await startCaller(uri, steps, { voice: createPcmuVoice(tones.caller) })

  const begunAt = await waitUntilSpoken(phone, user, 2_000)
  await calling.enter('hang up')
  const spokenMs = Date.now() - begunAt

  await calling.succeeded
  await expectMessage(phone, user, { spokenMs, toneHz: tones.caller })
})

test('a number is verified when sipp answers its call and sends the digits of the code', async () => {
  const mobile = createNumber()
  const code = splitInput(6)
  const steps = [
    send(answerInvite('200 OK'), { sdp: 'echo', retransmitted }),
    receive('ACK'),
    waitForInput,
    code.step,
    ...sendDigits(requestOfCallee, 1, code.digits),
    ...answerBye,
  ]
  await using answering = await startAnswering(steps, storeParties)
  const { as } = await addWorkspace(phone, { port: Number(answering.port) })
  const started = await as.post('/phone-verifications', { number: mobile, label: 'Workshop' })
  expect(started.status).toBe(201)

  await answering.enter(started.body.code)
  await answering.succeeded

  expect((await as.get('/phone-verifications')).body.items).toMatchObject([
    { state: 'verified', number: mobile },
  ])
})
