import { waitUntil } from '@parley/primitives'
import { createSine, detectTones, readWav } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const toneHz = 1_000
const voiceHz = 500
const hangUp = { kind: 'hang-up' }
const toVoicemail = { kind: 'voicemail' }

/** Starts a phone whose trunk belongs to Ada's workspace, of which Grace is a member. Linus has another one. */
async function startBakery(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(options))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  return { phone, ada, grace, linus, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Leads all calls to the numbers of the workspace to its voicemail. */
async function routeToVoicemail(phone: TestPhone, user: FakeUser): Promise<void> {
  const route = { number: null, openingHoursId: null, open: toVoicemail, closed: hangUp, unanswered: hangUp }
  const configuration = { groups: [], openingHours: [], routes: [route] }
  expect((await phone.as(user).put('/routing', { version: 0, configuration })).status).toBe(200)
}

/** Leaves a message of a tone after the greeting, and ends the call when it has been stored. */
async function leaveMessage(far: TestCall): Promise<void> {
  await far.next('answered')
  await far.receivesSpeech()
  await far.receivesTone(toneHz)
  far.play(createSine(voiceHz, 8_000))
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await far.hangUp()
}

async function waitForMessages(phone: TestPhone, user: FakeUser, count = 1) {
  return await waitUntil('the message is listed', async () => {
    const { body } = await phone.as(user).get('/voicemails')
    return body.items.length === count && body.items
  })
}

test('ZR210: a caller hears the greeting and the tone, and only what they say afterwards is recorded', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await routeToVoicemail(phone, ada)

  await leaveMessage(await trunk.callIn())
  const [message] = await waitForMessages(phone, ada)

  expect(message).toMatchObject({
    mailbox: 'workspace',
    dealtWith: null,
    call: { endReason: 'voicemail', answeredAt: null, number: '+15550142' },
  })
  expect(message.durationMs).toBeGreaterThan(1_500)
  const link = await phone.requestAudio(grace, `/calls/${message.call.id}/audio-links`)
  const { pcm, sampleRate } = readWav(Buffer.from(await (await link.get(link.url)).arrayBuffer()))
  const middle = pcm.subarray(Math.floor(pcm.length / 3), Math.floor((pcm.length * 2) / 3))
  expect(detectTones(middle, [voiceHz, toneHz], sampleRate)).toEqual([voiceHz])
  expect(detectTones(pcm.subarray(0, sampleRate / 4), [toneHz], sampleRate)).toEqual([])
  expect((await phone.as(ada).get('/calls/missed/count')).body.count).toBe(1)
})
