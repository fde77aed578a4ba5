import { randomUUID } from 'node:crypto'
import { freePorts } from '@parley/dev-env'
import { expect } from 'vitest'
import { callWithBaresip } from './baresip.ts'
import { answer, hangUp, waitUntilConnected } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { addMember } from './members.ts'
import { allowTrunks, requestPhone, type User } from './users.ts'

const number = '+12025550158'
const caller = '+12025550177'
const displayedCaller = '+1 202 555 0177'

/** Adds a trunk and returns the port from which it may call. */
async function addTrunk(app: App, { page }: User): Promise<number> {
  const [port = 0] = await freePorts(1)
  await allowTrunks(page, app)
  await requestPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port,
    username: 'front-desk',
    password: 'front-desk-password',
    numbers: [number],
  })
  return port
}

/** Lets the calls of a workspace ring for two members in turn. */
async function setInTurn(first: User, second: User): Promise<void> {
  const members = await Promise.all([first, second].map(({ page }) => requestPhone(page, 'GET', '/me')))
  const group = {
    id: randomUUID(),
    name: 'Front desk',
    memberIds: members.map(({ user }) => user.id),
    strategy: 'in-turn',
    ringSeconds: 10,
  }
  const hangUpTarget = { kind: 'hang-up' }
  const route = {
    number,
    openingHoursId: null,
    open: { kind: 'group', groupId: group.id },
    closed: hangUpTarget,
    unanswered: hangUpTarget,
  }
  const configuration = { groups: [group], openingHours: [], routes: [route] }
  await requestPhone(second.page, 'PUT', '/routing', { version: 0, configuration })
}

test('a call to a group in turn rings one member, then the next, who answers', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  await addMember(app, ada, grace)
  await grace.page.reload()
  const port = await addTrunk(app, ada)
  await setInTurn(grace, ada)
  const dials = `sip:${number}@${app.sip.host}:${app.sip.port}`
  await using _baresip = callWithBaresip({ port, number: caller, dials, toneHz: 1_400 })
  const ringsAt = ({ page }: User) => page.getByRole('alertdialog').getByText(displayedCaller)

  await ringsAt(grace).waitFor({ timeout: 60_000 })
  expect(await ringsAt(ada).isVisible()).toBe(false)
  await ringsAt(ada).waitFor({ timeout: 30_000 })
  await ringsAt(grace).waitFor({ state: 'hidden' })
  await answer(ada.page)
  await waitUntilConnected(ada.page)
  await hangUp(ada.page)
})

for (const width of widths)
  test(`a user turns off the ringing at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/settings`)

    await page.getByLabel('Calls', { exact: true }).selectOption({ label: 'Do not ring for an hour' })
    await page.getByText('Setting saved.', { exact: true }).waitFor()

    await inspectPage(page, 'do-not-disturb')
    const settings = await requestPhone(page, 'GET', '/me/settings')
    expect(settings.doNotDisturb).toBe('on')
    expect(settings.doNotDisturbUntil).toBeGreaterThan(Date.now())
  })
