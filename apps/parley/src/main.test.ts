import { spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startTestApp } from '@parley/dev-env'
import { expect, test, vi } from 'vitest'

const program = new URL('./main.ts', import.meta.url).pathname

/** Runs the program until it exits. */
async function run(
  settings: Record<string, string>,
  words: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...settings } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}

/** Guarantee: one command starts everything, two instances can run side by side, and each stops cleanly. */
test('two instances start at the same time, respond, and stop with exit code 0', async () => {
  const [first, second] = await Promise.all([startTestApp(), startTestApp()])
  await using _first = first
  await using _second = second

  for (const app of [first, second]) {
    for (const url of [app.phoneUrl, app.accountsUrl]) {
      const response = await fetch(`${url}/health?db=1`)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ok' })
    }
    expect(app.setUpLink).toMatch(/\/set-up#.{40,}$/)
    expect((await stat(app.dataDirectory)).mode & 0o777).toBe(0o700)
  }
  expect(await first.stop()).toBe(0)
  expect(await second.stop()).toBe(0)
})

/**
 * Guarantee (SE2): only the user of the product can read its files, and no other user sees a secret in the
 * list of processes.
 */
test('SE2: no file of the data directory is readable by others, and no command line contains a secret', async () => {
  await using app = await startTestApp()

  const entries = await readdir(app.dataDirectory, { recursive: true, withFileTypes: true })
  const own = entries.filter(({ parentPath }) => !parentPath.includes('/postgres'))
  const readable: string[] = []
  const secrets: string[] = []
  for (const entry of own) {
    const path = join(entry.parentPath, entry.name)
    if ((await stat(path)).mode & 0o077) readable.push(path)
    if (entry.isFile())
      secrets.push(
        ...(await readFile(path, 'utf8'))
          .split(/\s+/)
          .filter((word) => word.length >= 32 && !word.startsWith('/')),
      )
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )

  expect(secrets.length).toBeGreaterThan(0)
  expect(readable).toEqual([])
  expect(secrets.filter((secret) => commands.some((command) => command.includes(secret)))).toEqual([])
})

/** Guarantee: npm repeats Ctrl-C, and the repetition does not cut the shutdown off. */
test('Ctrl-C that is sent twice stops the product with exit code 0', async () => {
  await using app = await startTestApp()

  process.kill(app.pid, 'SIGINT')
  await vi.waitUntil(() => app.output.includes('Stopping.'), { timeout: 60_000, interval: 5 })

  expect(await app.stop('SIGINT')).toBe(0)
})

test('a closed terminal stops the product with exit code 0', async () => {
  await using app = await startTestApp()
  expect(await app.stop('SIGHUP')).toBe(0)
})

/** Guarantee: a second start on the same data directory fails, and the first keeps running. */
test('a second start on the same data directory fails with a clear message', async () => {
  await using app = await startTestApp()

  const second = await run({ PARLEY_DATA: app.dataDirectory })

  expect(second.code).toBe(1)
  expect(second.output).toMatch(/The data directory .* is in use by another Parley/)
  expect(second.output).not.toContain('    at ')
  expect((await fetch(`${app.accountsUrl}/health`)).status).toBe(200)
})

test.each([
  ['PARLEY_PHONE_PORT', 'seven'],
  ['PARLEY_RATE_LIMIT_FACTOR', '-1'],
  ['PARLEY_PUBLIC_PHONE_URL', 'phone.example.com'],
  ['PARLEY_SECRET', 'short'],
  ['PARLEY_SHARED_PROVIDER_TOKENS', 'perhaps'],
  ['DATABASE_URL', 'mysql://localhost/parley'],
  ['DATABASE_DIRECT_URL', 'mysql://localhost/parley'],
  ['PARLEY_REDIS_URL', 'localhost:6379'],
])('the invalid setting %s="%s" is reported by name', async (name, value) => {
  const { code, output } = await run({ [name]: value })

  expect(code).toBe(1)
  expect(output).toContain(name)
  expect(output).not.toContain('    at ')
})

/** Guarantee: a question or a typing error does not start the product on the data of this machine. */
test.each([
  [['--help'], 0],
  [['-h'], 0],
  [['--port', '80'], 2],
  [['serve'], 2],
])('ZR392: the arguments %j print the usage, and nothing starts', async (words, exitCode) => {
  const { code, output } = await run({ PARLEY_DATA: `${program}/data` }, words)

  expect(code).toBe(exitCode)
  expect(output).toContain('Usage:')
  expect(output).not.toContain('PARLEY_DATA')
})

test('an error about the data directory names its setting', async () => {
  const { code, output } = await run({ PARLEY_DATA: `${program}/data` })

  expect(code).toBe(1)
  expect(output).toContain('cannot be created (ENOTDIR). Set PARLEY_DATA')
})

test('an error about a used port names its setting', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const { code, output } = await run({
    PARLEY_DATA: `${import.meta.dirname}/../../../artefacts/taken`,
    PARLEY_ACCOUNTS_PORT: String(port),
    PARLEY_PHONE_PORT: '0',
  })
  server.close()

  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is used by another program. Stop it, or set PARLEY_ACCOUNTS_PORT`)
})
