import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkspace, createNumber } from '../testing/add-workspace.ts'
import { createMenu, tones as menuTones, saveMenus, toUser, uploadTone } from '../testing/menu-calls.ts'
import { waitForPeerSpeech, waitForPeerTone } from '../testing/peer-audio.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { telephoneKinds } from '../testing/telephones.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { expectMessage, waitUntilSpoken } from '../testing/voicemail-messages.ts'

const caller = '+12125550187'
const tones = { caller: 500, mobile: 900, browser: 1_100 }

/** Each test adds a workspace. */
let phone: TestPhone
beforeAll(async () => {
  phone = await startPhone()
})
afterAll(() => phone[Symbol.asyncDispose]())

describe.each(telephoneKinds)('$name', (kind) => {
  test('a call is forwarded to another one: they hear each other, and end together', async () => {
    const mobile = createNumber()
    await using answering = await kind.startAnswering(mobile, tones.mobile)
    const { uri } = await addWorkspace(phone, {
      port: answering.port,
      open: { kind: 'number', number: mobile },
    })
    await using calling = await kind.startCaller(caller, tones.caller, uri)

    await Promise.all([waitForPeerTone(calling, tones.mobile), waitForPeerTone(answering, tones.caller)])

    calling.hangUp()
    await kind.waitForEnd(answering)
  })

  test('it hears a menu, and its key leads to the user, who answers', async () => {
    const { user, as, uri } = await addWorkspace(phone)
    const announcementId = await uploadTone(as, menuTones.main, 10)
    const menu = createMenu({ '7': toUser(user) }, { announcementId })
    expect((await saveMenus(as, { menus: [menu] })).status).toBe(200)
    await using browser = await openBrowser(phone, user)
    browser.say(tones.browser)
    await using calling = await kind.startCaller(caller, tones.caller, uri)

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

  test('it leaves a message in voicemail, as long as it has spoken, with its tone', async () => {
    const { user, uri } = await addWorkspace(phone, { open: { kind: 'voicemail' } })
    await using calling = await kind.startCaller(caller, tones.caller, uri)

    await waitForPeerSpeech(calling)
    await calling.press('#')
    const begunAt = await waitUntilSpoken(phone, user, 2_000)
    calling.hangUp()
    const spokenMs = Date.now() - begunAt

    const { call } = await expectMessage(phone, user, { spokenMs, toneHz: tones.caller })
    expect(call.number).toBe(caller)
  })

  test('a number is verified when it keys in the code after a wrong one', async () => {
    const mobile = createNumber()
    await using answering = await kind.startAnswering(mobile, tones.mobile)
    const { as } = await addWorkspace(phone, { port: answering.port })
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
