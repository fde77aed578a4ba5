import { connectToDatabase } from '@parley/server'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { dial, livePanel, messages, waitForTones } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone } from './users.ts'

const number = '+12024560166'
const farHz = 1_400
/** Without it, the call would last the minute that is reserved at its start. */
const reservedSeconds = 12

/** Guarantee: a user knows what a call costs before it, and in the call that a limit ends it. */
test('a user sees the price of a call, talks until the limit of minutes ends it, and cannot call again', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  const panel = livePanel(page)
  await addTrunk(app, ada, '+12025550166', provider.port)
  await requestPhone(page, 'PUT', '/price-table', {
    currency: 'USD',
    csv: 'prefix,name,price_per_minute,increments,setup_fee\n1,United States,0.0125,60/60,0.05',
  })
  const limits = { minutesPerDay: 1, spendPerDay: null, timeZone: 'America/New_York' }
  await requestPhone(page, 'PUT', '/limits/daily', limits)

  await page.goto(`${app.phoneUrl}/dial?to=${encodeURIComponent(number)}`)
  const price = messages['dial.price-with-fee'].replace('{price}', '$0.0125').replace('{fee}', '$0.05')
  await page.getByText(price, { exact: true }).waitFor()
  await page.getByText(messages['dial.allowed'], { exact: true }).waitFor()
  await inspectPage(page, 'dial-price')
  await page.keyboard.press('Enter')

  const far = await provider.nextCall()
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  const { workspace } = await requestPhone(page, 'GET', '/me')
  await database.pool.query('update phone.call_charges set reserved_seconds = $1 where workspace_id = $2', [
    reservedSeconds,
    workspace.id,
  ])
  await answerWithTone(far, farHz)
  const answeredAt = Date.now()
  await panel.getByText(messages['live.ends-minutes'], { exact: true }).last().waitFor()
  // The duration of the call, and the time that is left.
  await panel
    .getByText(/^00:(0\d|1[0-2])$/)
    .nth(1)
    .waitFor()
  await waitForTones(ada.received, { present: [farHz], absent: [] })
  await far.receivesTone(ada.toneHz)
  await far.next('ended')
  expect((Date.now() - answeredAt) / 1_000).toBeCloseTo(reservedSeconds, -1)
  await panel.getByText(messages['live.ended'], { exact: true }).waitFor()
  await panel.getByText(/because your workspace has used up today’s minutes/).waitFor()

  await dial(page, app, number)
  await page.getByText(messages['error.CALL_LIMIT_MINUTES_PER_DAY'], { exact: true }).first().waitFor()
  expect((await requestPhone(page, 'GET', '/calls')).items).toHaveLength(1)
})
