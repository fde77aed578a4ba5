import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { required, waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createProjectWithKeys } from '../../apps/account-service/src/index.ts'
import { loopbackNetworks } from '../../apps/account-service/src/platform/webhooks/testing.ts'
import { startAccountService, type TestService, uniqueEmail } from '../../apps/account-service/src/testing.ts'
import { buildPackages } from '../../scripts/build/packages/build-packages.ts'
import { createConsumer } from '../../scripts/build/packages/consumer.fixture.ts'
import { password } from '../fixture/users.ts'
import type { ProjectKeys } from '../next/start-site.ts'
import { signUp } from './sign-up.fixture.ts'

const open = new AsyncDisposableStack()
let folder: string
let service: TestService
let browser: Browser

beforeAll(async () => {
  const consumer = open.use(createConsumer())
  folder = join(consumer.folder, 'examples/notes')
  await buildPackages(join(consumer.folder, 'artefacts/packages'))
  cpSync('examples/notes', folder, { recursive: true, filter: (path) => !/node_modules|\.env$/.test(path) })
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'])
  service = open.use(await startAccountService({ options: { outboundNetworks: loopbackNetworks } }))
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  open.defer(() => browser.close())
}, 300_000)
afterAll(() => open.disposeAsync())

/** As in a new shell. */
const shell = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$)/i.test(name))),
  NEXT_TELEMETRY_DISABLED: '1',
}

/** Not synchronously: the account service runs in this process. */
async function run(
  program: string,
  programArguments: readonly string[],
  input = '',
  env = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...shell, ...env } }
  const running = promisify(execFile)(program, programArguments, options)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Starts one version of the example with a new project, as its README describes. */
async function startNotes(version: string): Promise<{ origin: string; project: ProjectKeys }> {
  const created = await createProjectWithKeys(service.server, { displayName: 'Notes' })
  const [port] = await findFreePorts(1)
  const settings = { ACCOUNTS_URL: service.origin, PORT: String(port) }
  const env = await run('node', ['set-up.js'], JSON.stringify(created), settings)
  writeFileSync(join(folder, '.env'), env)

  // In a separate process group, because npm does not end the programs that it has started.
  const child = spawn('npm', ['run', version], { cwd: folder, env: shell, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    process.kill(-required(child.pid, 'the process'))
    await once(child, 'close')
  })
  const origin = `http://localhost:${port}`
  const hasResponse = () => fetch(origin).then(Boolean, () => false)
  const hasEnded = () => child.exitCode !== null
  await waitUntil('the example responds or ends', async () => hasEnded() || (await hasResponse()), 200_000)
  if (hasEnded()) throw new Error(`The example has ended:\n${output}`)
  return { origin, project: { id: created.projectId, ...created } }
}

async function openPage(origin: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin })
  context.setDefaultTimeout(30_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto('/')
  return page
}

async function signUpOnPages(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.locator('input[type="email"]').fill(email)
  for (const field of await page.locator('input[type="password"]').all()) await field.fill(password)
  await page.locator('button[type="submit"]').click()
}

async function signUpInForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test.each([
  ['javascript', signUpInForm],
  ['react', signUpOnPages],
  ['next', signUpOnPages],
] as const)(
  'the notes in the version %s: sign-in, teams, permissions, API key and webhook',
  async (version, signUpIn) => {
    const { origin, project } = await startNotes(version)
    const asServer = {
      'x-stack-project-id': project.id,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': project.secretServerKey,
    }
    const page = await openPage(origin)
    await signUpIn(page, uniqueEmail('ada'))
    await page.getByText('Signed in as').waitFor()
    await page.getByLabel('New team').fill('Engines')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByLabel('New note').fill('Oil the wheels')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Oil the wheels' }).waitFor()

    const url = `${origin}/api/notes?team=${await page.locator('select').inputValue()}`
    const send = async (headers: Record<string, string>, method = 'GET', query = '') =>
      (
        await fetch(url + query, {
          method,
          headers,
          body: method === 'POST' ? '{"text":"Wind it"}' : undefined,
        })
      ).status
    const listTexts = async (headers: Record<string, string>) =>
      ((await (await fetch(url, { headers })).json()) as { text: string }[]).map(({ text }) => text)

    await page.getByRole('button', { name: 'Create API key' }).click()
    const key = page.locator('#key').filter({ hasText: /\S/ })
    const asProgram = { authorization: `Bearer ${await key.textContent()}` }
    expect(await listTexts(asProgram)).toEqual(['Oil the wheels'])
    expect(await send({ authorization: 'Bearer unknown' })).toBe(401)
    expect(await send({})).toBe(401)

    const grace = await signUp(service.origin, project, uniqueEmail('grace'))
    const { refreshToken } = grace
    const asGrace = { 'x-stack-auth': JSON.stringify({ accessToken: null, refreshToken }) }
    expect(await send(asGrace)).toBe(404)
    const team = new URL(url).searchParams.get('team')
    await service.post(`/team-memberships/${team}/${grace.userId}`, {}, asServer)
    expect(await send(asGrace, 'POST')).toBe(200)
    expect(await listTexts(asProgram)).toEqual(['Oil the wheels', 'Wind it'])
    expect(await send(asGrace, 'DELETE', '&id=any')).toBe(403)

    await page
      .getByRole('listitem')
      .filter({ hasText: 'Oil' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await waitUntil('the note is deleted', async () => (await listTexts(asProgram)).length === 1)

    const forged = JSON.stringify({ type: 'user.deleted', data: { id: grace.userId } })
    const webhook = await fetch(`${origin}/api/webhook`, { method: 'POST', body: forged })
    expect([webhook.status, await listTexts(asProgram)]).toEqual([401, ['Wind it']])
    await service.call('DELETE', `/users/${grace.userId}`, undefined, asServer)
    await waitUntil(
      'the webhook deletes the notes of the user',
      async () => (await listTexts(asProgram)).length === 0,
    )

    await page.getByRole('button', { name: 'Sign out' }).click()
    await (version === 'javascript'
      ? page.getByLabel('E-mail')
      : page.getByRole('link', { name: 'Sign in' })
    ).waitFor()
  },
  300_000,
)

test.each([
  ['javascript', ['javascript', 'server.js']],
  ['react', ['react', 'server.js']],
  ['next', ['next']],
])('the version %s of the notes has less than 400 lines', (_version, paths) => {
  const all = [...paths, 'api.js', 'notes.js', 'set-up.js'].map((path) => `examples/notes/${path}`)
  const files = execFileSync('git', ['ls-files', ...all], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const lines = files.map((file) => readFileSync(file, 'utf8').split('\n').length - 1)

  expect(files.length).toBeGreaterThan(4)
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThan(400)
})
