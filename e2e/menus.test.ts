import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { answer, hangUp, messages, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember } from './members.ts'
import { createTone, writeWav } from './received-audio.ts'
import { allowTrunks, requestPhone } from './users.ts'

const longName = 'Welcome to the bakery in the old harbour and the shops in it'
const callerHz = 1_400
const announcementHz = 2_100

for (const [index, width] of testedWidths.entries())
  test(`an administrator builds and tests a menu, whose key leads a caller to a member, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const own = `+1202555018${index}`
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    await addMember(app, ada, grace)
    await grace.page.reload()
    await using provider = await startTestPhone()
    const { page } = ada
    await allowTrunks(page, app)
    await requestPhone(page, 'POST', '/trunks', {
      name: 'Front desk',
      host: '127.0.0.1',
      port: provider.port,
      username: `menus-${width}`,
      password: 'menus-password',
      numbers: [own],
    })
    const audio = writeWav(createTone(announcementHz, 1.5, 8_000), 8_000).toString('base64')
    await requestPhone(page, 'POST', '/announcements', { name: longName, audio })

    await page.goto(`${app.phoneUrl}/app-config/routing`)
    await page.getByRole('button', { name: messages['routing.add-menu'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(messages['routing.name'], { exact: true }).fill(longName)
    await dialog.getByLabel(messages['routing.menu-announcement']).selectOption({ label: longName })
    await dialog.getByRole('button', { name: messages['routing.add-key'] }).click()
    const [first, second] = [
      dialog.getByRole('group', { name: 'Key 1' }),
      dialog.getByRole('group', { name: 'Key 2' }),
    ]
    await first.getByLabel(messages['routing.menu-label']).fill('Orders')
    await first.getByLabel(messages['routing.menu-target']).selectOption({ label: grace.email })
    await second
      .getByLabel(messages['routing.menu-target'])
      .selectOption({ label: messages['routing.forward'] })
    await dialog.getByRole('button', { name: messages['routing.save'] }).click()
    await second.getByText(messages['routing.menu-label-missing']).waitFor()
    await second.getByText(messages['routing.number-missing']).waitFor()
    await inspectPage(page, 'routing-menu-errors')
    await second.getByLabel(messages['routing.menu-label']).fill(longName)
    await second
      .getByLabel(messages['routing.menu-target'])
      .selectOption({ label: messages['routing.repeat'] })
    await second.getByText('Callers hear the announcement again, 5 times at most.').waitFor()
    await inspectPage(page, 'routing-menu-repeat')
    await second
      .getByLabel(messages['routing.menu-target'])
      .selectOption({ label: messages['routing.voicemail'] })
    await dialog
      .getByLabel(messages['routing.menu-fallback'])
      .selectOption({ label: messages['routing.hang-up'] })
    await dialog.getByRole('button', { name: messages['routing.save'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: messages['routing.edit'], exact: true }).click()
    await dialog.getByLabel(messages['routing.calls-ring']).selectOption({ label: `Menu “${longName}”` })
    await dialog.getByRole('button', { name: messages['routing.save'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: `Menu “${longName}”` }).waitFor()
    await inspectPage(page, 'routing-menu')

    await page.getByRole('button', { name: messages['routing.test-menu'] }).click()
    // The announcement has been played to its end.
    await dialog.getByText(messages['routing.test-waiting']).waitFor()
    expect(await dialog.getByText(messages['routing.test-not-played']).count()).toBe(0)
    await page.keyboard.press('9')
    await dialog.getByText(messages['routing.test-invalid']).waitFor()
    await inspectPage(page, 'routing-menu-test')
    await page.keyboard.press('1')
    await dialog.getByText(`Would ring: ${grace.email}`).waitFor()
    await inspectPage(page, 'routing-menu-tested')
    await dialog.getByRole('button', { name: messages['routing.test-again'] }).click()
    await dialog.getByRole('button', { name: '2', exact: true }).click()
    await dialog.getByText(`Would be answered by: ${messages['routing.voicemail']}`).waitFor()
    await dialog.getByRole('button', { name: messages['common.close'] }).click()
    await page.getByRole('button', { name: `Delete ${longName}` }).click()
    await page.getByRole('heading', { name: `${longName} is in use` }).waitFor()
    await page.getByRole('button', { name: messages['common.close'] }).click()
    expect((await requestPhone(page, 'GET', '/calls')).items).toEqual([])

    const caller = await provider.call(own, '+12025550177', app.sip.port)
    await caller.next('answered')
    await caller.receivesTone(announcementHz)
    caller.press('1')
    await answer(grace.page)
    await waitUntilConnected(grace.page)
    const connectedAt = Date.now()
    caller.play(createSine(callerHz, 8_000))
    await caller.receivesTone(grace.toneHz)
    await waitUntil(
      'the member hears the caller',
      async () => grace.received.windowsWith(callerHz, connectedAt, Date.now()).length > 5 || null,
    )
    await hangUp(grace.page)
    await caller.next('ended')
  })
