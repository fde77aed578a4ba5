import { expect, test } from 'vitest'
import { createTone } from '../testing/create-tone.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee: who signs up with the address of another person does not receive the calls of that person later. */
test('ZR456: a user whose e-mail is not verified can forward calls to no number', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const as = phone.as(ada)
  const number = phone.carrier.personalNumberAt(7)
  phone.accounts.setUnverified(ada.id)

  const refused = await as.patch('/me/settings', { forwarding: { when: 'always', number }, theme: 'dark' })

  expect([refused.status, refused.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect((await as.get('/me/settings')).body).toMatchObject({ forwarding: null, theme: 'system' })
  const hangUp = { kind: 'hang-up' }
  const open = { kind: 'number', number }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered: hangUp }]
  const configuration = { groups: [], openingHours: [], routes }
  const saved = await as.put('/routing', { version: 0, configuration })
  expect([saved.status, saved.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect((await as.patch('/me/settings', { forwarding: null, theme: 'dark' })).status).toBe(200)
})

test('ZR456: what a user has set and saved for themselves is removed when the owner of the address claims the account', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const forwarding = { when: 'always', number: phone.carrier.personalNumberAt(7) }
  for (const user of [ada, grace])
    for (const { status, body } of [
      await phone.as(user).patch('/me/settings', { forwarding, theme: 'dark' }),
      await phone.as(user).put('/me/greeting', { audio: createTone(700) }),
      await phone.as(user).post('/blocked-numbers', { number: '+1 555 0152', scope: 'own' }),
      await phone.as(user).post('/contacts', {
        name: 'Bank',
        visibility: 'private',
        phones: [{ typed: '+1 555 0151' }],
      }),
    ])
      expect(status, JSON.stringify(body)).toBeLessThan(300)
  const read = async (user: typeof ada) => {
    const as = phone.as(user)
    const { theme, forwarding: forwarded } = (await as.get('/me/settings')).body
    const [contacts, blocked] = [(await as.get('/contacts')).body, (await as.get('/blocked-numbers')).body]
    const { greeting } = (await as.get('/me/greeting')).body
    return [theme, forwarded, contacts.items.length, blocked.items.length, greeting !== null]
  }
  expect(await read(ada)).toEqual(['dark', forwarding, 1, 1, true])
  const claim = { id: ada.id, claimed_at_millis: Date.now() }

  expect(await sendAccountEvent(phone, { type: 'user.claimed', data: claim })).toBe(204)

  expect(await read(ada)).toEqual(['system', null, 0, 0, false])
  expect(await read(grace)).toEqual(['dark', forwarding, 1, 1, true])
})

/** Guarantee: a setting that the new owner changes does not preserve another one of the stranger. */
test('ZR403: an event that arrives late removes what was set before the claim, and retains what the owner has set since then', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const ada = phone.signUp('Ada')
  const as = phone.as(ada)
  const addContact = (name: string, typed: string) =>
    as.post('/contacts', { name, visibility: 'private', phones: [{ typed }] })
  const addNumber = (number: string) => as.post('/blocked-numbers', { number, scope: 'own' })
  const forwarding = { when: 'always', number: phone.carrier.personalNumberAt(7) }
  await as.patch('/me/settings', { forwarding, theme: 'dark', ringtone: 'pulse' })
  await as.put('/me/greeting', { audio: createTone(700) })
  await addContact('Stranger', '+1 555 0150')
  await addNumber('+1 555 0152')
  const claim = { id: ada.id, claimed_at_millis: Date.now() }

  aheadMs = 5 * 60_000
  await as.patch('/me/settings', { theme: 'light' })
  await as.patch('/me/settings', { ringVolume: 30 })
  await addContact('Bank', '+1 555 0151')
  await addNumber('+1 555 0153')
  expect(await sendAccountEvent(phone, { type: 'user.claimed', data: claim })).toBe(204)

  const settings = (await as.get('/me/settings')).body
  expect(settings).toMatchObject({ forwarding: null, ringtone: 'classic', theme: 'light', ringVolume: 30 })
  const [contacts, blocked] = [(await as.get('/contacts')).body, (await as.get('/blocked-numbers')).body]
  expect(contacts.items.map(({ name }: { name: string }) => name)).toEqual(['Bank'])
  expect(blocked.items.map(({ number }: { number: string }) => number)).toEqual(['+15550153'])
  expect((await as.get('/me/greeting')).body.greeting).toBeNull()

  await as.put('/me/greeting', { audio: createTone(700) })
  await as.patch('/me/settings', { forwarding })
  expect(await sendAccountEvent(phone, { type: 'user.claimed', data: claim })).toBe(204)
  expect((await as.get('/me/settings')).body).toEqual({ ...settings, forwarding })
  expect((await as.get('/me/greeting')).body.greeting).not.toBeNull()
})
