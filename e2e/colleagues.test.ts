import { expect } from 'vitest'
import { answer, hangUp, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone } from './users.ts'

test('a member finds a colleague by name, in the dial field and in the contacts, and calls them', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  // Opens the phone in the workspace of Ada.
  await grace.page.goto(`${app.phoneUrl}/contacts`)
  const { page } = ada

  await page.goto(`${app.phoneUrl}/dial`)
  await page.getByRole('textbox', { name: messages['dial.box'] }).fill(grace.name)
  const matches = page.getByRole('region', { name: messages['colleagues.title'] })
  await matches.getByRole('button', { name: grace.email }).click()
  await answer(grace.page)
  await Promise.all([waitUntilConnected(page), waitUntilConnected(grace.page)])
  await livePanel(page).getByRole('heading', { name: grace.email }).waitFor()
  await hangUp(page)

  await page.goto(`${app.phoneUrl}/contacts`)
  await page.getByRole('button', { name: messages['colleagues.title'] }).click()
  await page.getByRole('searchbox', { name: messages['colleagues.search'] }).fill('grace')
  const list = page.getByRole('navigation', { name: messages['colleagues.title'] })
  await list.getByRole('button', { name: `Call ${grace.email}` }).click()
  await answer(grace.page)
  await waitUntilConnected(page)
  await hangUp(page)
  const { number } = (await requestPhone(grace.page, 'GET', '/me')).numbers[0]
  expect((await list.textContent())?.replaceAll(' ', '')).toContain(number)
})

for (const width of testedWidths)
  test(`the colleagues of a workspace of 500 with long names at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    const items = [longName, ...Array.from({ length: 499 }, (_, index) => `Member ${index}`)].map(
      (name, index) => ({
        userId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        name,
        number: index === 1 ? null : `+1555${2_000 + index}`,
      }),
    )
    const pages: string[] = []
    await page.route('**/api/v1/colleagues?*', (route) => {
      const { searchParams } = new URL(route.request().url())
      const [from, limit] = [Number(searchParams.get('cursor')), Number(searchParams.get('limit') ?? 100)]
      const user = searchParams.get('user')
      const search = searchParams.get('search') ?? ''
      const found = items.filter(({ userId, name }) => (user ?? userId) === userId && name.includes(search))
      const next = from + limit < found.length ? String(from + limit) : null
      pages.push(String(from))
      return route.fulfill({ json: { items: found.slice(from, from + limit), nextCursor: next } })
    })
    // Without parameters, for the first page.
    await page.route('**/api/v1/colleagues', (route) =>
      route.fulfill({ json: { items: items.slice(0, 100), nextCursor: '100' } }),
    )

    await page.goto(`${app.phoneUrl}/contacts?list=colleagues`)
    await page.getByText(longName).waitFor()
    await inspectPage(page, 'colleagues-500')
    const list = page.getByRole('navigation', { name: messages['colleagues.title'] })
    await expect
      .poll(
        async () => {
          await list.evaluate((each) => each.scrollTo(0, each.scrollHeight))
          return await list.getByText('Member 498', { exact: true }).count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    expect(pages).toEqual(['100', '200', '300', '400'])
    await list.evaluate((each) => each.scrollTo(0, 0))
    await list.getByText(longName).click()
    await page.getByRole('article').getByText(longName).waitFor()
    await inspectPage(page, 'colleague')
    await page.goto(`${app.phoneUrl}/dial?to=Member`)
    await page.getByText('Member 4', { exact: true }).waitFor()
    await inspectPage(page, 'dial-colleagues')
  })
