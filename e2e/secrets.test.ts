import { startHouse } from '@parley/dev-env'
import { joinDatabase } from '@parley/server'
import { expect, test } from 'vitest'
import { openHandset } from './browser.ts'
import { accessTokenOf, addressOf, callPhone } from './people.ts'

/** Guarantee (OP1, SE1, SE2, CO4): nothing that opens a door stands in the log or, readable, in the database. */
test('planted secrets are in no log line and in no row', async () => {
  await using house = await startHouse()
  await using browser = await openHandset({ toneHz: 700 })
  const { page } = browser
  const email = addressOf('ada')
  const planted = { password: 'canary-password-5d1f', trunkPassword: 'canary-trunk-9b7e' }

  await page.goto(`${house.phoneUrl}/handler/sign-up`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(planted.password)
  await page.getByLabel('Repeat password').fill(planted.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${house.phoneUrl}/`)
  await callPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: 9,
    username: 'ada',
    password: planted.trunkPassword,
    registration: 'register',
    numbers: [],
  })
  const verification = new URL(await house.inbox.linkTo(email, '/handler/email-verification'))
  const refresh = (await page.context().cookies()).find(({ name }) => name.startsWith('stack-refresh-'))
  const secrets = {
    ...planted,
    accessToken: await accessTokenOf(page),
    refreshToken: decodeURIComponent(refresh?.value ?? ''),
    verificationCode: verification.searchParams.get('code') ?? '',
    setUpToken: new URL(house.setUpLink).hash.slice(1),
  }
  for (const value of Object.values(secrets)) expect(value.length).toBeGreaterThan(10)

  const log = house.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  expect(log).toContain('request.answered')
  await using server = await joinDatabase({ kind: 'embedded', dataDirectory: house.dataDirectory })
  const rows = await everyRow(server)
  expect(rows).toContain(email)
  const found = Object.entries(secrets).filter(([, value]) => log.includes(value) || rows.includes(value))
  expect(found.map(([name]) => name)).toEqual([])
})

/** Every row of every table of ours, as text. */
async function everyRow({ pool }: Awaited<ReturnType<typeof joinDatabase>>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    // The names come from the database's own catalogue, quoted by it.
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
