import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answer, hangUp, messages, waitForTones, waitUntil } from './calling.ts'
import { type App, test } from './fixture.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone, type User } from './users.ts'

const caller = { number: '+12025550177', displayed: '+1 202 555 0177', toneHz: 1_400 }
const mobile = { number: '+12024560164', typed: '+1 202 456 0164', toneHz: 1_900 }

/** Adds a trunk with a number whose calls ring for the user alone, and opens the settings. */
async function prepare(app: App, user: User, number: string, port: number): Promise<void> {
  const { page } = user
  await addTrunk(app, user, number, port)
  const { user: me } = await requestPhone(page, 'GET', '/me')
  const target = { kind: 'user', userId: me.id }
  const route = { number, openingHoursId: null, open: target, closed: target }
  await requestPhone(page, 'PUT', '/routing', {
    version: 0,
    configuration: {
      groups: [],
      openingHours: [],
      routes: [{ ...route, unanswered: { kind: 'voicemail', announcementId: null } }],
    },
  })
  await page.goto(`${app.phoneUrl}/settings`)
}

const incoming = (page: Page) => page.getByRole('alertdialog').getByText(caller.displayed)

/** Returns a function that returns whether a call has rung in the page since. */
function watchRinging(page: Page): () => boolean {
  let hasRung = false
  const found = () => {
    hasRung = true
  }
  void incoming(page)
    .waitFor({ timeout: 200_000 })
    .then(found, () => {})
  return () => hasRung
}

/** Saves the settings of the user with `change`. */
async function save(page: Page, change: () => Promise<unknown>): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await change()
  expect((await saved).ok()).toBe(true)
}

/** Guarantee: what a user chooses applies to the next call: it rings, or takes the way that they have chosen. */
test('a telephone reaches voicemail while its user does not want to be disturbed, and rings again afterwards', async ({
  app,
  openUser,
}) => {
  const own = '+12025550164'
  await using telephone = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await prepare(app, ada, own, telephone.port)
  const disturb = page.getByLabel(messages['disturb.label'], { exact: true })
  await save(page, () => disturb.selectOption({ label: messages['disturb.on'] }))

  const hasRung = watchRinging(page)
  const undisturbed = await telephone.call(own, caller.number, app.sip.port)
  // The greeting of voicemail, and its tone.
  await undisturbed.receivesSpeech()
  await undisturbed.receivesTone(1_000)
  expect(hasRung()).toBe(false)
  await undisturbed.hangUp()

  await save(page, () => disturb.selectOption({ label: messages['disturb.off'] }))
  const ringing = await telephone.call(own, caller.number, app.sip.port)
  await waitUntil('the call rings', hasRung)
  await answer(page)
  await ringing.next('answered')
  ringing.play(createSine(caller.toneHz, 8_000))
  await ringing.receivesTone(ada.toneHz)
  await waitForTones(ada.received, { present: [caller.toneHz], absent: [] })
  await hangUp(page)
})

test('a telephone talks to the number to which its user forwards all calls, and rings again afterwards', async ({
  app,
  openUser,
}) => {
  const own = '+12025550165'
  await using telephone = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await prepare(app, ada, own, telephone.port)
  const card = page.locator('form').filter({ hasText: messages['forwarding.label'] })
  const forward = async (choice: string) => {
    await card.getByLabel(messages['forwarding.label'], { exact: true }).selectOption({ label: choice })
    const number = card.getByLabel(messages['routing.forward-to'], { exact: true })
    if (await number.isVisible()) await number.fill(mobile.typed)
    await save(page, () => card.getByRole('button', { name: messages['routing.save'] }).click())
  }
  await forward(messages['forwarding.always'])

  const hasRung = watchRinging(page)
  const calling = await telephone.call(own, caller.number, app.sip.port)
  const forwarded = await telephone.nextCall()
  expect(forwarded.target).toContain(mobile.number)
  await answerWithTone(forwarded, mobile.toneHz)
  calling.play(createSine(caller.toneHz, 8_000))
  await calling.receivesTone(mobile.toneHz)
  await forwarded.receivesTone(caller.toneHz)
  await calling.hangUp()
  await forwarded.next('ended')
  expect(hasRung()).toBe(false)

  await forward(messages['forwarding.off'])
  const ringing = await telephone.call(own, caller.number, app.sip.port)
  await incoming(page).waitFor()
  await ringing.hangUp()
  await incoming(page).waitFor({ state: 'detached' })
})
