import { connectToDatabase } from '@parley/server'
import { sleep } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

const csv =
  'prefix,name,price_per_minute,increments,setup_fee\n1,United States,0.01,60/60,0\n49,Germany,0.0125,1/1,0.05'

/** Guarantee: an administrator uploads prices, sets limits and reads what calls cost. */
for (const width of testedWidths)
  test(`prices, limits and usage at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/app-config/costs`)
    const choose = (text: string) =>
      page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose(`${csv}\n00,Nowhere,1,60/60,0`)
    await page.getByText('1 line is wrong').waitFor()
    await inspectPage(page, 'costs-problems')
    await choose(csv)
    await page.getByRole('button', { name: 'Save prices' }).waitFor()
    await inspectPage(page, 'costs-preview')
    await page.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('2 prices · USD').waitFor()
    await page.getByLabel('Minutes per day').fill('600')
    await page.getByLabel('Spending per day in USD').fill('50')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Limits saved', { exact: true }).waitFor()
    await inspectPage(page, 'costs')
    await page.getByRole('button', { name: 'Delete price table' }).click()
    await page.getByText('The limit of $50.00 per day is removed').waitFor()
    await inspectPage(page, 'costs-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.goto(`${app.phoneUrl}/app-config`)
    await page.getByText('2 prices').waitFor()
    await inspectPage(page, 'overview')
    await page.getByRole('link', { name: 'Price table' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete price table' }).waitFor()

    const { workspace, user } = await requestPhone(page, 'GET', '/me')
    await insertUsage(app, workspace.id)
    await page.goto(`${app.phoneUrl}/app-config/usage`)
    await page.getByText('Calls by day').waitFor()
    await page.getByText('92% of the space for recordings and voicemail is used.').waitFor()
    await inspectPage(page, 'usage-month')
    await page.getByText('Stored audio').scrollIntoViewIfNeeded()
    await inspectPage(page, 'usage-storage')
    await page.getByText('Show as table').first().click()
    await inspectPage(page, 'usage-table')
    await page.getByRole('heading', { name: 'By number' }).scrollIntoViewIfNeeded()
    await inspectPage(page, 'usage-numbers')
    await insertRefusals(app, workspace.id, user.id)
    while ((await requestPhone(page, 'GET', '/me')).user.displayName !== longName) await sleep(200)
    await page.goto(`${app.phoneUrl}/app-config/costs`)
    const refusals = page.getByRole('table', { name: 'Calls that were not placed' })
    await refusals.getByText('Minutes per day: 600').first().waitFor()
    await refusals.scrollIntoViewIfNeeded()
    await inspectPage(page, 'costs-refusals')
    await page.getByRole('button', { name: 'Show more' }).click()
    await refusals.getByText('+1 202 555 2000').waitFor()
    await page.getByRole('button', { name: 'Delete price table' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete price table' }).click()
    await page.getByText('Price table deleted', { exact: true }).waitFor()
    await page.getByText('Upload a price table first.').waitFor()
    await inspectPage(page, 'costs-deleted')
  })

/** Adds calls of 25 members over 28 days to the call log, and a recording that needs most of the quota. */
async function insertUsage({ dataDirectory }: { dataDirectory: string }, workspaceId: string): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query(
    `with members as (
       select gen_random_uuid() as user_id, number,
         case number when 1 then $2 else 'Member ' || number end as name
       from generate_series(1, 25) number
     ), added as (
       insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
         answered_at, ended_at, end_reason, slot_ids, numbers, country, user_id, user_name, own_number)
       select id, $1, id, id, case when missed then 'incoming' else 'outgoing' end, 'ended', '{"legs": []}', at,
         case when missed then null else at end, at + length, 'hung-up', '{}', '{}',
         (array['US', 'DE', 'FR'])[1 + call % 3], user_id, name, '+1202555' || 1000 + number * 20 + call % 20
       from (
         select gen_random_uuid() as id, members.*, call, call % 7 = 0 as missed,
           now() - call * interval '9 hours' - number * interval '5 minutes' as at,
           number * interval '11 seconds' as length
         from members, generate_series(1, 70) call
       ) calls returning *
     )
     insert into phone.call_charges (leg_id, call_id, workspace_id, user_id, number, country, day, currency,
       reserved_seconds, seconds, cost_micros)
     select id, id, workspace_id, user_id, '+12125552390', country,
       (started_at at time zone 'UTC')::date::text, 'USD', 60, 60, 100000 + random() * 500000 from added`,
    [workspaceId, longName],
  )
  await database.pool.query(
    `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
       duration_ms, size_bytes, state)
     select id, id, workspace_id, id, node_id, id || '/1', 'disk', started_at, 1000, 46400000000, 'finished'
     from phone.calls where workspace_id = $1 limit 1`,
    [workspaceId],
  )
}

/** Adds calls that limits stopped, more than one page, of a user with a long name. The earliest one is to +12025552000. */
async function insertRefusals(
  { dataDirectory }: { dataDirectory: string },
  workspaceId: string,
  userId: string,
): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query(
    `insert into phone.call_refusals (workspace_id, user_id, at, dialled, code, cap)
     select $1, case when number % 5 = 0 then null when number % 3 = 0 then gen_random_uuid() else $2::uuid end,
       now() - (60 - number) * interval '3 hours', '+1202555' || 2000 + number,
       (array['CALL_LIMIT_MINUTES_PER_DAY', 'CALLER_ID_NOT_YOURS', 'REDIRECTION_NOT_FOLLOWED'])[1 + number % 3],
       case when number % 3 = 0 then 600 end
     from generate_series(0, 59) number`,
    [workspaceId, userId],
  )
  await database.pool.query('update accounts.users set display_name = $1 where id = $2', [longName, userId])
}
