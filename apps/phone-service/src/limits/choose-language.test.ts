import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { findSpokenLanguage } from '../testing/find-spoken-language.ts'
import { createMenu, hangUp, saveMenus, toUser } from '../testing/menu-calls.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { saveQueue } from '../testing/start-bakery.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

async function chooseLanguage(phone: Pick<TestPhone, 'as'>, admin: FakeUser, language: string) {
  const { status, body } = await phone.as(admin).put('/limits/language', { language })
  expect([status, body]).toEqual([200, { language }])
}

async function routeToVoicemail(phone: TestPhone, admin: FakeUser): Promise<void> {
  const saved = await saveMenus(phone.as(admin), { menus: [], open: { kind: 'voicemail' } })
  expect(saved.status).toBe(200)
}

test('the language is that of the server until an administrator chooses one', async () => {
  await using phone = await startPhone({ language: 'fr-CA' })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.signUp('Linus')
  const readLanguage = async (user: FakeUser) => {
    const { workspaceLanguage, isWorkspaceLanguageChosen } = (await phone.as(user).get('/me')).body
    return [workspaceLanguage, isWorkspaceLanguageChosen]
  }
  expect(await readLanguage(ada)).toEqual(['fr-CA', false])

  expect((await phone.as(grace).put('/limits/language', { language: 'es-ES' })).status).toBe(403)
  expect((await phone.as(ada).put('/limits/language', { language: 'nl-NL' })).status).toBe(400)
  await chooseLanguage(phone, ada, 'de-DE')

  expect(await readLanguage(grace)).toEqual(['de-DE', true])
  expect(await readLanguage(linus)).toEqual(['fr-CA', false])
  const chosen = (await listAuditEntries(phone)).filter(({ action }) => action === 'language.chosen')
  expect(chosen).toMatchObject([{ actor_id: ada.id, details: { language: 'de-DE' } }])
})

test('a workspace without its own language hears that of the server', async () => {
  await using phone = await startPhone({ language: 'fr-CA' })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await routeToVoicemail(phone, ada)

  const call = await trunk.callIn()
  await call.next('answered')

  expect(await findSpokenLanguage(call, 'voicemail-greeting')).toBe('fr-CA')
})

test('callers of a workspace hear its language, and at the same time those of another one theirs', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await using trunkOfAda = await openIncomingTrunk(phone, ada)
  await using trunkOfLinus = await openIncomingTrunk(phone, linus, { numbers: ['+12125552369'] })
  for (const user of [ada, linus]) await routeToVoicemail(phone, user)
  await chooseLanguage(phone, ada, 'de-DE')

  const calls = await Promise.all([trunkOfAda.callIn(), trunkOfLinus.callIn()])
  await Promise.all(calls.map((call) => call.next('answered')))

  expect(await Promise.all(calls.map((call) => findSpokenLanguage(call, 'voicemail-greeting')))).toEqual([
    'de-DE',
    'en-US',
  ])
})

test('menus and positions in queues are announced in the language of the workspace, also during a call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await chooseLanguage(phone, ada, 'de-DE')
  await saveMenus(phone.as(ada), { menus: [createMenu({ '1': toUser(ada) })] })
  const inMenu = await trunk.callIn('+15550142')
  await inMenu.next('answered')
  expect(await findSpokenLanguage(inMenu, 'menu-prompt')).toBe('de-DE')

  await chooseLanguage(phone, ada, 'es-ES')
  inMenu.press('9')
  expect(await findSpokenLanguage(inMenu, 'menu-invalid')).toBe('es-ES')
  await inMenu.hangUp()

  await saveMenus(phone.as(ada), { menus: [], open: hangUp })
  const { version } = (await phone.as(ada).get('/routing')).body
  await phone.as(ada).patch('/me/settings', { doNotDisturb: 'on' })
  await saveQueue(phone, ada, [ada], { version })
  const inQueue = await trunk.callIn('+15550143')
  await inQueue.next('answered')
  await phone.database.pool.query("update phone.call_timers set due_at = now() where name = 'queue-position'")
  expect(await findSpokenLanguage(inQueue, 'queue-position-1')).toBe('es-ES')
})

test('a number that is verified, and a participant who is recorded, hear the language of the workspace', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await chooseLanguage(phone, ada, 'de-DE')

  await phone.as(ada).post('/phone-verifications', { number: '+12125552177', label: 'Workshop' })
  const verification = await trunk.nextCall()
  await verification.answer()
  expect(await findSpokenLanguage(verification, 'verification-request')).toBe('de-DE')
  await verification.hangUp()

  await using browser = await openBrowser(phone, ada)
  await browser.call('+12125552390', { from: '+12125552368', recording: 'on' })
  const recorded = await trunk.nextCall()
  await recorded.answer()
  recorded.play(createSine(500, 8_000))
  expect(await findSpokenLanguage(recorded, 'recording-starts')).toBe('de-DE')
})

test('an administrator hears in the page the announcements of Parley in the language of the workspace', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const path = '/announcements/replacements/voicemail-greeting/audio'
  const before = (await phone.as(ada).get(path)).body.audio

  await chooseLanguage(phone, ada, 'de-DE')

  expect((await phone.as(ada).get(path)).body.audio).not.toBe(before)
})
