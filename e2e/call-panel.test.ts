import type { Page } from 'playwright-core'
import { dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { startRouter } from './router.ts'
import { requestPhone } from './users.ts'

const control = (page: Page, name: keyof typeof messages) =>
  livePanel(page).getByRole('button', { name: messages[name], exact: true })

/** Opens the whole panel, which is a bar on a narrow screen. */
async function openPanel(page: Page, width: number): Promise<void> {
  if (width === 390) await control(page, 'live.open').click()
}

/** Guarantee: the panel of a call passes axe and fits in each of its states. */
for (const width of testedWidths)
  test(`the tools and states of a call at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    const panel = livePanel(page)
    for (const [name, typed] of [
      [longName, '+1 202 555 0142'],
      [`${longName} Tiles`, '+1 202 555 0143'],
    ])
      await requestPhone(page, 'POST', '/contacts', { name, phones: [{ typed }] })
    await dial(page, app, numbers.echo)
    await waitUntilConnected(page)
    await openPanel(page, width)
    await control(page, 'live.keypad').click()
    await panel.getByRole('button', { name: /^5/ }).click()
    await inspectPage(page, 'panel-keypad')
    for (const [tool, field] of [
      ['live.add', 'live.add-number'],
      ['transfer.title', 'transfer.to'],
    ] as const) {
      await panel.getByRole('button', { name: messages[tool], exact: true }).first().click()
      const box = panel.getByRole('textbox', { name: messages[field] })
      await box.fill('12x')
      await page.keyboard.press('Enter')
      await panel.locator('[aria-invalid=true]').waitFor()
      await inspectPage(page, `panel-${tool}-problem`)
      await box.fill(longName.slice(0, 8))
      await panel.getByRole('button', { name: `Talk to ${longName} first`, exact: true }).waitFor()
      await inspectPage(page, `panel-${tool}`)
      await panel.getByRole('button', { name: messages['common.cancel'] }).click()
    }
    await control(page, 'live.audio').click()
    await panel.getByLabel(messages['audio.microphone'], { exact: true }).waitFor()
    await inspectPage(page, 'panel-audio')
    await control(page, 'live.audio').click()
    await panel.getByText(messages['tags.title'], { exact: true }).click()
    await panel.getByLabel(messages['tags.new']).fill(longName)
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: `Remove the tag ${longName}`.slice(0, 40) }).waitFor()
    await inspectPage(page, 'panel-tags')
    await panel.locator('summary').click()
    await panel.getByLabel(messages['tags.new']).waitFor({ state: 'hidden' })
    await control(page, 'live.hold').click()
    await control(page, 'live.on-hold').waitFor()
    await inspectPage(page, 'panel-on-hold')
    await control(page, 'live.on-hold').click()
    await control(page, 'live.mute').click()
    await panel.getByText(messages['live.talking-while-muted']).waitFor()
    await inspectPage(page, 'panel-talking-while-muted')
    await control(page, 'live.record').click()
    await control(page, 'recording.pause').click({ timeout: 60_000 })
    await control(page, 'recording.resume').waitFor()
    await inspectPage(page, 'panel-recording-paused')
    if (width !== 390) {
      await control(page, 'live.expand').click()
      await panel.getByRole('list', { name: messages['live.participants'] }).waitFor()
      await inspectPage(page, 'panel-large')
    }
    await hangUp(page)
    await inspectPage(page, 'panel-ended')
  })

test('a second call, another tab and a lost connection', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const { page } = ada
  await using router = await startRouter(ada.context)
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await dial(grace.page, app, ada.number)
  await control(page, 'live.hold-and-answer').click({ timeout: 60_000 })
  await control(page, 'live.merge').waitFor()
  await inspectPage(page, 'panel-two-calls')
  await hangUp(grace.page)
  await control(page, 'live.merge').waitFor({ state: 'detached' })

  const other = await ada.context.newPage()
  await other.goto(app.phoneUrl)
  await control(other, 'live.move-here').waitFor()
  await inspectPage(other, 'panel-elsewhere')
  await other.close()

  await router.disconnect()
  await livePanel(page).getByText(messages['live.connection-lost']).first().waitFor()
  await inspectPage(page, 'panel-connection-lost')
})

for (const width of testedWidths)
  test(`a call without a microphone at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width, microphone: 'blocked' })
    await dial(page, app, numbers.echo)
    await livePanel(page).getByText(messages['live.call-not-placed']).waitFor()
    await inspectPage(page, 'panel-microphone-blocked')
  })
