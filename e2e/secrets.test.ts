import { connectToDatabase } from '@parley/server'
import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { allowTrunks, createUniqueEmail, readAccessToken, requestPhone } from './users.ts'

const test = withOwnApp()

/** Guarantee (OP1, SE1, SE2, CO4): no credential is in the log, and none is readable in the database. */
test('known secrets are in no log line and in no row', async ({ app, openBrowser }) => {
  const browser = await openBrowser()
  const { page } = browser
  const email = createUniqueEmail('ada')
  const known = { password: 'canary-password-5d1f', trunkPassword: 'canary-trunk-9b7e' }

  await page.goto(`${app.phoneUrl}/handler/sign-up`)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(known.password)
  await page.getByLabel('Repeat password').fill(known.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${app.phoneUrl}/`)
  await allowTrunks(page, app)
  await requestPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: 9,
    username: 'ada',
    password: known.trunkPassword,
    registration: 'register',
    numbers: [],
  })
  const verification = new URL(await app.inbox.waitForLink(email, '/handler/email-verification'))
  const refresh = (await page.context().cookies()).find(({ name }) =>
    name.startsWith('__Host-parley-refresh-'),
  )
  const secrets = {
    ...known,
    accessToken: await readAccessToken(page),
    refreshToken: decodeURIComponent(refresh?.value ?? ''),
    verificationCode: verification.searchParams.get('code') ?? '',
    setUpToken: new URL(app.setUpLink).hash.slice(1),
  }
  for (const value of Object.values(secrets)) expect(value.length).toBeGreaterThan(10)

  const log = app.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')
  expect(log).toContain('request.completed')
  await using server = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  const rows = await readAllRows(server)
  expect(rows).toContain(email)
  const found = Object.entries(secrets).filter(([, value]) => log.includes(value) || rows.includes(value))
  expect(found.map(([name]) => name)).toEqual([])
})

/** Returns every row of every table of Parley as text. */
async function readAllRows({ pool }: Awaited<ReturnType<typeof connectToDatabase>>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    // The database itself quoted the names.
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
