import { createTalkFiles } from '@parley/dev-env/dev'
import { insertSampleCall } from '@parley/phone-service/sample-calls'
import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { getLatestCall } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

const seconds = 45

/** Adds a recorded call of the user with a contact, in which both speak in turns. */
async function addConversation({ dataDirectory }: App, page: Page): Promise<void> {
  const number = '+12025550142'
  await requestPhone(page, 'POST', '/contacts', {
    name: longName,
    phones: [{ typed: number, label: 'Work' }],
  })
  const { user, workspace } = await requestPhone(page, 'GET', '/me')
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await insertSampleCall(database, dataDirectory, {
    workspaceId: workspace.id,
    userId: user.id,
    userName: 'Ada',
    direction: 'outgoing',
    number,
    callerName: null,
    notes: '',
    startedAt: Date.now() - 60 * 60_000,
    recording: { durationMs: seconds * 1_000, ...createTalkFiles(seconds) },
  })
}

for (const width of widths)
  test(`a user sees how the participants of a recorded call have talked, and skips silence, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const { page } = await openUser('ada', { width })
    await addConversation(app, page)
    const { id } = await getLatestCall(page)

    await page.goto(`${app.phoneUrl}/?call=${id}`)
    const drawer = page.getByRole('dialog')
    const monologue = drawer.getByLabel('Ada', { exact: true }).getByRole('button')
    await monologue.waitFor({ timeout: 60_000 })
    await drawer.getByText('How these numbers are computed').scrollIntoViewIfNeeded()
    await inspectPage(page, 'conversation')

    const [, beginning = ''] = /to (\d\d:\d\d)/.exec((await monologue.getAttribute('aria-label')) ?? '') ?? []
    await monologue.press('Enter')
    const position = drawer.getByRole('slider', { name: 'Position' })
    await expect.poll(() => position.getAttribute('aria-valuetext')).toBe(`${beginning} / 00:${seconds}`)
    await expect.poll(() => drawer.getByRole('button', { name: 'Play (K)' }).isVisible()).toBe(true)

    const { metrics } = await requestPhone(page, 'GET', `/calls/${id}/metrics`)
    const gap = metrics.gaps.toSorted(
      (one: Gap, other: Gap) => other.endMs - other.startMs - (one.endMs - one.startMs),
    )[0]
    await drawer.getByRole('switch', { name: 'Skip silence' }).press('Enter')
    await position.fill(String(gap.startMs))
    await drawer.getByRole('button', { name: 'Play (K)' }).press('Enter')
    // Without skipping, the gap takes more than two seconds.
    const startedAt = Date.now()
    await expect
      .poll(async () => Number(await position.inputValue()), { interval: 50 })
      .toBeGreaterThan(gap.endMs - 300)
    expect(Date.now() - startedAt).toBeLessThan(gap.endMs - gap.startMs - 500)
    await inspectPage(page, 'conversation-skipping')
  })

interface Gap {
  readonly startMs: number
  readonly endMs: number
}
