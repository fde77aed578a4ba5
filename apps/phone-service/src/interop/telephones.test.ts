import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { required, waitUntil } from '@parley/primitives'
import { detectTones, readWav } from '@parley/rtp'
import { describe, expect, test } from 'vitest'
import { addPeerTrunk, getIncomingUri } from '../testing/add-peer-trunk.ts'
import {
  createMenu,
  hangUp,
  tones as menuTones,
  saveMenus,
  toUser,
  uploadTone,
} from '../testing/menu-calls.ts'
import { waitForPeerSpeech, waitForPeerTone } from '../testing/peer-audio.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { type TelephoneKind, telephoneKinds } from '../testing/telephones.ts'
import { openBrowser } from '../testing/test-browser.ts'

const own = '+12125552368'
const [caller, mobile] = ['+12125550187', '+12125552390']
const tones = { caller: 500, mobile: 900, browser: 1_100 }

/** Starts a phone whose number leads to a target. A telephone with the given port is called through the trunk. */
async function startRouted(port: number, open: object) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  await addPeerTrunk(phone, ada, { port, numbers: [own] })
  expect((await saveMenus(phone.as(ada), { menus: [], open })).status).toBe(200)
  return { phone, ada, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Starts a telephone that calls the number of the workspace. */
function startCaller(kind: TelephoneKind, phone: TestPhone) {
  return kind.startCaller(caller, tones.caller, getIncomingUri(phone, own))
}

/** Waits until two seconds of a message have been written. */
async function waitForRecording({ dataDirectory }: TestPhone): Promise<void> {
  await waitUntil('two seconds are recorded', async () => {
    const files = await readdir(dataDirectory, { recursive: true })
    const sizes = await Promise.all(
      files
        .filter((file) => file.endsWith('.wav'))
        .map(async (file) => (await stat(join(dataDirectory, file))).size),
    )
    return sizes.some((size) => size > 32_000)
  })
}

describe.each(telephoneKinds)('$name', (kind) => {
  test('a call is forwarded to another one: they hear each other, and end together', async () => {
    await using answering = await kind.startAnswering(mobile, tones.mobile)
    await using routed = await startRouted(answering.port, { kind: 'number', number: mobile })
    await using calling = await startCaller(kind, routed.phone)

    await Promise.all([waitForPeerTone(calling, tones.mobile), waitForPeerTone(answering, tones.caller)])

    calling.hangUp()
    await kind.waitForEnd(answering)
  })

  test('it hears a menu, and its key leads to the user, who answers', async () => {
    await using phone = await startPhone()
    const ada = phone.signUp('Ada')
    const as = phone.as(ada)
    await addPeerTrunk(phone, ada, { port: 9, numbers: [own] })
    const menu = createMenu(
      { '7': toUser(ada) },
      { announcementId: await uploadTone(as, menuTones.main, 10) },
    )
    expect((await saveMenus(as, { menus: [menu] })).status).toBe(200)
    await using browser = await openBrowser(phone, ada)
    browser.say(tones.browser)
    await using calling = await startCaller(kind, phone)

    await waitForPeerTone(calling, menuTones.main)
    expect(browser.messages.map(({ type }) => type)).not.toContain('call.incoming')
    await calling.press('7')
    const { call } = await browser.next('call.incoming')
    await browser.answer(call.id)

    await Promise.all([
      browser.waitForTone(tones.caller),
      waitForPeerTone(calling, tones.browser, [menuTones.main]),
    ])
  })

  test('it leaves a message in voicemail, whose recording contains its tone', async () => {
    await using routed = await startRouted(9, { kind: 'voicemail' })
    const { phone, ada } = routed
    await using calling = await startCaller(kind, phone)

    await waitForPeerSpeech(calling)
    await waitForRecording(phone)
    calling.hangUp()

    const [message] = await waitUntil('the message is listed', async () => {
      const { items } = (await phone.as(ada).get('/voicemails')).body
      return items.length === 1 && items
    })
    expect(message).toMatchObject({ mailbox: 'workspace', call: { endReason: 'voicemail', number: caller } })
    const link = await phone.requestAudio(ada, `/calls/${message.call.id}/audio-links`)
    const audio = readWav(Buffer.from(await (await link.get(link.url)).arrayBuffer()))
    const { pcm } = required(audio, 'a WAV file')
    const middle = pcm.subarray(Math.floor(pcm.length / 3), Math.floor((pcm.length * 2) / 3))
    expect(detectTones(middle, [tones.caller, 1_000], 8_000)).toEqual([tones.caller])
  })

  test('a number is verified when it keys in the code after a wrong one', async () => {
    await using answering = await kind.startAnswering(mobile, tones.mobile)
    await using routed = await startRouted(answering.port, hangUp)
    const as = routed.phone.as(routed.ada)
    const started = await as.post('/phone-verifications', { number: mobile, label: 'Workshop' })
    expect(started.status).toBe(201)
    const { code } = started.body
    const waitFor = (expected: object) =>
      expect
        .poll(async () => (await as.get('/phone-verifications')).body.items[0], { timeout: 20_000 })
        .toMatchObject(expected)

    await waitForPeerSpeech(answering)
    await answering.press(code.replace(/^./, (digit: string) => String((Number(digit) + 1) % 10)))
    await waitFor({ state: 'pending', triesLeft: 4 })
    await answering.press(code)

    await waitFor({ state: 'verified', number: mobile })
    await kind.waitForEnd(answering)
  })
})
