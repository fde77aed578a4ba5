import { expect } from 'vitest'
import {
  answer,
  dial,
  hangUp,
  livePanel,
  messages,
  sleep,
  waitForTones,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import type { User } from './users.ts'
import { requestPhone } from './users.ts'

/** Returns whether a user receives the tones of all `others`, and not the user's own. */
function receivesExactly(person: User, others: readonly User[], fromMs: number, toMs: number): boolean {
  const contains = (toneHz: number) => (person.received.share(toneHz, fromMs, toMs) ?? 0) > 0.1
  return others.every(({ toneHz }) => contains(toneHz)) && !contains(person.toneHz)
}

/**
 * Guarantee: in a call each user hears all the others and not themselves, and sees who joins, leaves and
 * holds.
 */
test('two users call each other by number, and one adds a third', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const linus = await openUser('linus')
  const all = [ada, grace, linus]
  const waitForOutcome = (outcome: 'ringing' | 'ongoing') =>
    grace.page
      .locator('#main')
      .getByText(messages[`outcome.${outcome}`], { exact: true })
      .filter({ visible: true })
      .waitFor({ timeout: 60_000 })
  await dial(ada.page, app, grace.number)
  await waitForOutcome('ringing')
  await answer(grace.page)
  await Promise.all([waitUntilConnected(ada.page), waitUntilConnected(grace.page)])
  await waitForOutcome('ongoing')
  await sleep(1_000)
  const two = Date.now()
  await sleep(2_000)
  expect(receivesExactly(ada, [grace], two, Date.now())).toBe(true)
  expect(receivesExactly(grace, [ada], two, Date.now())).toBe(true)

  await livePanel(ada.page).getByRole('button', { name: messages['live.hold'], exact: true }).click()
  await livePanel(grace.page).getByText(messages['live.held-by-other']).waitFor()
  await waitForTones(grace.received, { present: [], absent: [ada.toneHz, grace.toneHz] })
  await waitForTones(ada.received, { present: [], absent: [grace.toneHz, ada.toneHz] })
  await livePanel(ada.page).getByRole('button', { name: messages['live.on-hold'] }).click()
  await livePanel(grace.page).getByText(messages['live.connected'], { exact: true }).waitFor()
  await waitForTones(grace.received, { present: [ada.toneHz], absent: [grace.toneHz] })
  await waitForTones(ada.received, { present: [grace.toneHz], absent: [ada.toneHz] })

  await livePanel(ada.page).getByRole('button', { name: messages['live.add'] }).click()
  await ada.page.getByLabel(messages['live.add-number']).fill(linus.number)
  await livePanel(ada.page).getByRole('button', { name: messages['common.call'], exact: true }).click()
  await answer(linus.page)
  await waitUntilConnected(linus.page)
  await waitUntil('three people who hear each other', async () => {
    const from = Date.now()
    await sleep(1_500)
    return all.every((person) =>
      receivesExactly(
        person,
        all.filter((other) => other !== person),
        from,
        Date.now(),
      ),
    )
  })

  const heading = (shown: RegExp) =>
    livePanel(ada.page).getByRole('heading', { name: shown }).waitFor({ timeout: 60_000 })
  await heading(/ and /)
  await hangUp(linus.page)
  await heading(/^\+1 555 \d{4}$/)
  await livePanel(ada.page).getByText(messages['live.connected'], { exact: true }).waitFor()
  await hangUp(ada.page)
  await livePanel(grace.page).getByText(messages['live.ended'], { exact: true }).waitFor()
})

test('a declined call ends for the caller', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  await requestPhone(grace.page, 'PATCH', '/me/settings', { voicemail: 'off' })

  const dialledAt = Date.now()
  await dial(ada.page, app, grace.number)
  await grace.page
    .getByRole('button', { name: messages['live.decline'], exact: true })
    .click({ timeout: 60_000 })

  await livePanel(ada.page).getByText(messages['live.ended'], { exact: true }).waitFor()
  await grace.page
    .getByRole('button', { name: messages['live.answer'], exact: true })
    .waitFor({ state: 'detached' })
  expect(grace.received.loudness(0, Date.now())).toBeNull()
  expect(ada.received.windowsWith(grace.toneHz, dialledAt, Date.now())).toEqual([])
})
