import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { required } from '@parley/primitives'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createProjectWithKeys } from '../../apps/account-service/src/index.ts'
import { startAccountService, type TestService, uniqueEmail } from '../../apps/account-service/src/testing.ts'
import { buildPackages } from '../../scripts/build/packages/build-packages.ts'
import {
  type Consumer,
  createConsumer,
  readShownFiles,
} from '../../scripts/build/packages/consumer.fixture.ts'
import { password } from '../fixture/users.ts'
import { type ProjectKeys, startSite } from '../next/start-site.ts'

const open = new AsyncDisposableStack()
let service: TestService
let browser: Browser
let tarballs: readonly string[]

beforeAll(async () => {
  const builder = open.use(createConsumer())
  tarballs = await buildPackages(resolve(builder.folder, 'tarballs'))
  service = open.use(await startAccountService())
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  open.defer(() => browser.close())
}, 300_000)
afterAll(() => open.disposeAsync())

/** Replaces the values of the README by those of a project. */
function configure(files: Readonly<Record<string, string>>, project: ProjectKeys): Record<string, string> {
  const fill = (text: string) =>
    text
      .replaceAll('http://localhost:4001', service.origin)
      .replaceAll(/pck_…/g, project.publishableClientKey)
      .replaceAll(/ssk_…/g, project.secretServerKey)
      .replaceAll(/(?<=PROJECT_ID=|projectId: ')…/g, project.id)
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, fill(text)]))
}

async function createApplication(
  readme: string,
  template: Readonly<Record<string, string>>,
  packages: readonly string[],
): Promise<{ consumer: Consumer; project: ProjectKeys }> {
  // As `projects create` does.
  const { projectId, ...keys } = await createProjectWithKeys(service.server, { displayName: 'Notes' })
  const project = { id: projectId, ...keys }
  const consumer = createConsumer()
  onTestFinished(() => consumer[Symbol.dispose]())
  consumer.install([...tarballs, ...packages])
  consumer.write({ ...template, ...configure(readShownFiles(readme), project) })
  return { consumer, project }
}

/** Signs up, opens the page for signed-in users, and signs out. */
async function useApplication(origin: string): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: origin })
  context.setDefaultTimeout(30_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const email = uniqueEmail('ada')

  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.locator('input[type="email"]').fill(email)
  for (const field of await page.locator('input[type="password"]').all()) await field.fill(password)
  await page.locator('button[type="submit"]').click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.getByRole('heading', { name: `The notes of ${email}` }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.goto('/notes')
  await page.waitForURL('**/handler/sign-in**')

  expect(errors).toEqual([])
}

test('the application in the README of kit-react is built with Vite, and users sign up and out', async () => {
  const { consumer } = await createApplication('packages/kit-react/README.md', viteTemplate, [
    'react@19.3.1',
    'react-dom@19.3.1',
    '@types/react@19.3.0',
    '@types/react-dom@19.3.0',
    'vite@8.3.7',
    '@vitejs/plugin-react@6.2.0',
  ])
  expect(consumer.run(resolve('node_modules/.bin/tsc'), ['-p', '.'])).toEqual({ code: 0, output: '' })
  expect(consumer.run('node_modules/.bin/vite', ['build'])).toMatchObject({ code: 0 })

  const preview = spawn('node_modules/.bin/vite', ['preview', '--port', '0', '--host', '127.0.0.1'], {
    cwd: consumer.folder,
    env: { ...process.env, NO_COLOR: '1' },
  })
  onTestFinished(() => void preview.kill())
  const [output] = await once(preview.stdout.setEncoding('utf8'), 'data')
  const [, port] = required(/127\.0\.0\.1:(\d+)/.exec(String(output)), 'the port of the preview')
  await useApplication(`http://localhost:${port}`)
}, 300_000)

test('the application in the README of kit-next is built with Next.js, and users sign up and out', async () => {
  const { consumer, project } = await createApplication('packages/kit-next/README.md', nextTemplate, [
    'next@16.4.5',
    'react@19.3.1',
    'react-dom@19.3.1',
    'typescript@5',
    '@types/node@24.19.2',
    '@types/react@19.3.0',
    '@types/react-dom@19.3.0',
  ])
  await using site = await startSite(consumer.folder, service.origin, project)
  await useApplication(site.origin)

  const response = await fetch(`${site.origin}/api/me`)
  expect(response.status).toBe(401)
}, 300_000)

/** An icon, which browsers request. */
const nextTemplate = { 'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>' }

/** The files of `create-vite` that matter. On some systems, a name in other letters is the same file. */
const viteTemplate = {
  'src/App.tsx': 'export default function App() { return null }',
  'index.html': `<!doctype html><html lang="en"><head><title>Notes</title><link rel="icon" href="data:,"></head>
<body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body></html>`,
  'vite.config.js': `import react from '@vitejs/plugin-react'
export default { plugins: [react()] }`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['vite/client'],
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
    },
    include: ['src'],
  }),
}
