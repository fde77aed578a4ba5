import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createReplaces } from '@parley/sip'
import { expect } from 'vitest'
import { answer, hangUp, livePanel, messages, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { addMember } from './members.ts'
import { allowTrunks, requestPhone } from './users.ts'

const own = '+12024560173'

/** Guarantee: two users whom a telephone connects talk to each other in the tabs in which they talked to it. */
test('ZR293: a telephone connects its calls with two users, who talk in their tabs and hang up', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  await allowTrunks(ada.page, app)
  await requestPhone(ada.page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: provider.port,
    registration: 'none',
    // Without credentials, its address would belong to one workspace of all tests.
    username: 'connected-calls',
    password: 'connected-calls-password',
    numbers: [own],
    allowsRefer: true,
  })
  await grace.page.goto(`${app.phoneUrl}/`)
  await ada.page.goto(`${app.phoneUrl}/dial`)
  await ada.page.getByLabel(messages['dial.call-from']).selectOption(own)
  await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill('+12024560188')
  await ada.page.getByRole('button', { name: messages['common.call'], exact: true }).click()
  const first = await provider.nextCall()
  await first.answer()
  await waitUntilConnected(ada.page)
  const second = await provider.call(own, '+12024560189', app.sip.port)
  await answer(grace.page)
  await waitUntilConnected(grace.page)

  const replaces = createReplaces(required(second.sip.dialog, 'the dialog of the second call'))
  expect(await first.sip.refer({ target: `sip:${own}@127.0.0.1`, replaces })).toEqual({
    result: 'transferred',
  })

  await waitForTones(ada.received, { present: [grace.toneHz], absent: [] })
  await waitForTones(grace.received, { present: [ada.toneHz], absent: [] })
  await livePanel(grace.page).getByRole('button', { name: messages['live.mute'], exact: true }).click()
  await waitForTones(ada.received, { present: [], absent: [grace.toneHz] })
  await hangUp(grace.page)
  await livePanel(ada.page).getByText(messages['live.ended'], { exact: true }).waitFor()
  expect((await requestPhone(ada.page, 'GET', '/calls/active')).items).toEqual([])
})
