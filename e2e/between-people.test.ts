import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer, dial, hangUp, livePanel, pause, until, untilConnected, words } from './calling.ts'
import { newPerson, type Person } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

/** Every tone of `others` is there in the last seconds, and the own one is not. */
function hearsExactly(person: Person, others: readonly Person[], fromMs: number, toMs: number): boolean {
  const hears = (toneHz: number) => (person.ears.share(toneHz, fromMs, toMs) ?? 0) > 0.1
  return others.every(({ toneHz }) => hears(toneHz)) && !hears(person.toneHz)
}

/** Guarantee: in a call each hears all the others and never themselves, and reads at once who comes, goes and holds. */
test('two people call each other by their numbers, and one adds a third', async () => {
  await using ada = await newPerson(house, 'ada')
  await using grace = await newPerson(house, 'grace')
  await using linus = await newPerson(house, 'linus')
  const all = [ada, grace, linus]
  try {
    await dial(ada.page, house, grace.number)
    await answer(grace.page)
    await Promise.all([untilConnected(ada.page), untilConnected(grace.page)])
    await pause(1_000)
    const two = Date.now()
    await pause(2_000)
    expect(hearsExactly(ada, [grace], two, Date.now())).toBe(true)
    expect(hearsExactly(grace, [ada], two, Date.now())).toBe(true)

    await livePanel(ada.page).getByRole('button', { name: words['live.hold'], exact: true }).click()
    await livePanel(grace.page).getByText(words['live.held-by-other']).waitFor()
    await livePanel(ada.page).getByRole('button', { name: words['live.on-hold'] }).click()
    await livePanel(grace.page).getByText(words['live.connected'], { exact: true }).waitFor()

    await livePanel(ada.page).getByRole('button', { name: words['live.add'] }).click()
    await ada.page.getByLabel(words['live.add-number']).fill(linus.number)
    await livePanel(ada.page).getByRole('button', { name: words['common.call'], exact: true }).click()
    await answer(linus.page)
    await untilConnected(linus.page)
    await until('three people who hear each other', async () => {
      const from = Date.now()
      await pause(1_500)
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
  } catch (error) {
    for (const [index, person] of all.entries()) await person.keepEvidence(`between-people-${index}`)
    throw error
  }
})

test('a call that is declined says so to the one who called', async () => {
  await using ada = await newPerson(house, 'ada')
  await using grace = await newPerson(house, 'grace')

  await dial(ada.page, house, grace.number)
  await grace.page
    .getByRole('button', { name: words['live.decline'], exact: true })
    .click({ timeout: 60_000 })

  await livePanel(ada.page).getByText(words['live.ended'], { exact: true }).waitFor()
  await grace.page
    .getByRole('button', { name: words['live.answer'], exact: true })
    .waitFor({ state: 'detached' })
})
