import { expect } from 'vitest'
import {
  answer,
  dial,
  hangUp,
  livePanel,
  sleep,
  waitUntil,
  waitUntilConnected,
  waitUntilHeard,
  words,
} from './calling.ts'
import { test } from './fixture.ts'
import type { User } from './users.ts'

/** Returns whether a user receives the tones of all `others`, and not the user's own. */
function hearsExactly(person: User, others: readonly User[], fromMs: number, toMs: number): boolean {
  const hears = (toneHz: number) => (person.heard.share(toneHz, fromMs, toMs) ?? 0) > 0.1
  return others.every(({ toneHz }) => hears(toneHz)) && !hears(person.toneHz)
}

/** Guarantee: in a call each user hears all the others and not themselves, and sees who joins, leaves and holds. */
test('two users call each other by number, and one adds a third', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const linus = await openUser('linus')
  const all = [ada, grace, linus]
  await dial(ada.page, app, grace.number)
  await answer(grace.page)
  await Promise.all([waitUntilConnected(ada.page), waitUntilConnected(grace.page)])
  await sleep(1_000)
  const two = Date.now()
  await sleep(2_000)
  expect(hearsExactly(ada, [grace], two, Date.now())).toBe(true)
  expect(hearsExactly(grace, [ada], two, Date.now())).toBe(true)

  await livePanel(ada.page).getByRole('button', { name: words['live.hold'], exact: true }).click()
  await livePanel(grace.page).getByText(words['live.held-by-other']).waitFor()
  await waitUntilHeard(grace.heard, { present: [], absent: [ada.toneHz, grace.toneHz] })
  await waitUntilHeard(ada.heard, { present: [], absent: [grace.toneHz, ada.toneHz] })
  await livePanel(ada.page).getByRole('button', { name: words['live.on-hold'] }).click()
  await livePanel(grace.page).getByText(words['live.connected'], { exact: true }).waitFor()
  await waitUntilHeard(grace.heard, { present: [ada.toneHz], absent: [grace.toneHz] })
  await waitUntilHeard(ada.heard, { present: [grace.toneHz], absent: [ada.toneHz] })

  await livePanel(ada.page).getByRole('button', { name: words['live.add'] }).click()
  await ada.page.getByLabel(words['live.add-number']).fill(linus.number)
  await livePanel(ada.page).getByRole('button', { name: words['common.call'], exact: true }).click()
  await answer(linus.page)
  await waitUntilConnected(linus.page)
  await waitUntil('three people who hear each other', async () => {
    const from = Date.now()
    await sleep(1_500)
    return all.every((person) =>
      hearsExactly(
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
  await livePanel(ada.page).getByText(words['live.connected'], { exact: true }).waitFor()
  await hangUp(ada.page)
  await livePanel(grace.page).getByText(words['live.ended'], { exact: true }).waitFor()
})

test('a declined call ends for the caller', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')

  const dialledAt = Date.now()
  await dial(ada.page, app, grace.number)
  await grace.page
    .getByRole('button', { name: words['live.decline'], exact: true })
    .click({ timeout: 60_000 })

  await livePanel(ada.page).getByText(words['live.ended'], { exact: true }).waitFor()
  await grace.page
    .getByRole('button', { name: words['live.answer'], exact: true })
    .waitFor({ state: 'detached' })
  expect(grace.heard.loudness(0, Date.now())).toBeNull()
  expect(ada.heard.windowsWith(grace.toneHz, dialledAt, Date.now())).toEqual([])
})
