import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { waitUntil } from '@parley/primitives'
import { removeData } from '@parley/server/testing'
import { createServer as createViteServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../test-app.ts'
import { RestartingProcess } from './restarting-process.ts'
import { requestAccessToken, signIn } from './seed/requests.ts'
import { callCount, contactCount, sampleCalls, samplePassword, sampleUsers } from './seed/sample-data.ts'
import { type DevOptions, startDev } from './start-dev.ts'
import { startWaitingProxy } from './waiting-proxy.ts'
import { watchFolders } from './watch-sources.ts'

test('a new development installation has users, contacts and calls with audio, and retains them', async () => {
  const options = await createOptions()
  let callId = ''
  {
    await using dev = await startDev(options)
    const send = await signInAsAda(dev)
    const calls = await send('GET', '/calls?scope=workspace&limit=200')
    const contacts = await send('GET', '/contacts?limit=500')
    callId = calls.items[0].id
    const audio = await fetchAudio(dev, callId)

    const missed = await send('GET', '/calls?scope=workspace&limit=200&filter=missed')

    expect(calls.items).toHaveLength(callCount)
    expect(missed.items).toHaveLength(sampleCalls.filter(({ isMissed }) => isMissed).length)
    expect(missed.items[0]).toMatchObject({ answeredAt: null, endReason: 'missed', recordings: [] })
    expect(contacts.items).toHaveLength(contactCount)
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    expect((await audio.arrayBuffer()).byteLength).toBeGreaterThan(40_000)
    expect(await (await fetch(dev.phoneUrl)).text()).toContain('/@vite/client')
    const outside = await fetch(`${dev.phoneUrl}/@fs${join(import.meta.dirname, '../../../../package.json')}`)
    expect(outside.status).toBe(403)
  }
  await using again = await startDev(options)
  const calls = await (await signInAsAda(again))('GET', '/calls?scope=workspace&limit=200')
  expect([calls.items.length, calls.items[0].id]).toEqual([callCount, callId])
})

test('a port that is in use is reported before the database starts', async () => {
  const options = await createOptions()
  await using busy = await startWaitingProxy({
    port: options.accountsPort,
    target: { host: '127.0.0.2', port: options.accountsPort },
    ready: async () => undefined,
  })

  await expect(startDev(options)).rejects.toThrow(`Port ${busy.port} of 127.0.0.1 is not free.`)
  const program = join(import.meta.dirname, 'main.ts')
  const ports = {
    PARLEY_PHONE_PORT: String(options.phonePort),
    PARLEY_ACCOUNTS_PORT: String(busy.port),
  }
  const { stderr } = spawnSync(process.execPath, [program], {
    env: { ...process.env, ...ports },
    encoding: 'utf8',
  })
  expect(stderr).toContain(`Port ${busy.port} of 127.0.0.1 is not free.`)
  expect(stderr).toContain('or set PARLEY_ACCOUNTS_PORT to another port')
})

test('a saved file replaces the process, and requests wait for the new code', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-dev-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const source = join(directory, 'src')
  await mkdir(source)
  const [port = 0] = await freePorts(1)
  const writeVersion = (version: number) =>
    writeFile(join(source, 'version.ts'), `export const version = '${version}'\n`)
  await writeVersion(1)
  const program = join(source, 'program.ts')
  await writeFile(
    program,
    `import { createServer } from 'node:http'
    import { version } from './version.ts'
    createServer((_, response) => response.setHeader('connection', 'close').end(version)).listen(${port}, '127.0.0.1', () => process.send('ready'))`,
  )
  const sentences: string[] = []
  await using child = new RestartingProcess({
    program,
    environment: process.env,
    print: (sentence) => sentences.push(sentence),
  })
  await child.start()
  await using proxy = await startWaitingProxy({
    port: 0,
    target: { host: '127.0.0.1', port },
    ready: () => child.ready(),
  })
  const vite = await createViteServer({
    root: directory,
    configFile: false,
    server: { middlewareMode: true },
  })
  onTestFinished(() => vite.close())
  let hasRestarted = false
  using _watch = watchFolders(vite.watcher, [source], (path) => {
    void child.restart(path)
    hasRestarted = true
  })
  // A file that is saved before the watcher has found it is no change.
  await waitUntil('the watcher has found the file', () =>
    Object.values(vite.watcher.getWatched()).flat().includes('version.ts'),
  )
  const readVersion = async () => await (await fetch(`http://127.0.0.1:${proxy.port}`)).text()
  expect(await readVersion()).toBe('1')

  const savedAt = performance.now()
  await writeVersion(2)
  await waitUntil('the saved file is noticed', () => hasRestarted)
  expect(await Promise.all([readVersion(), readVersion()])).toEqual(['2', '2'])

  console.log(
    `The new code was served ${Math.round(performance.now() - savedAt)} ms after the file was saved.`,
  )
  expect(sentences).toEqual([expect.stringMatching(/version\.ts: restarted in \d+ ms\.$/)])
})

test('requests that arrive while a saved mistake is live are served after its correction', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-dev-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const program = join(directory, 'program.ts')
  const correct = "process.send('ready'); setInterval(() => {}, 1_000)"
  await writeFile(program, correct)
  await using child = new RestartingProcess({ program, environment: process.env, print: () => {} })
  await child.start()

  await writeFile(program, "throw new Error('A mistake.')")
  await child.restart('mistake')
  let isReady = false
  const ready = child.ready().then(() => {
    isReady = true
  })
  await writeFile(program, correct)
  await child.restart('correction')
  await Promise.race([ready, setImmediate()])

  expect(isReady).toBe(true)
})

async function createOptions(): Promise<DevOptions> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-dev-'))
  onTestFinished(async () => {
    await removeData(join(dataDirectory, 'database'))
    await rm(dataDirectory, { recursive: true, force: true })
  })
  const [phonePort = 0, accountsPort = 0, sipPort = 0] = await freePorts(3)
  const settings = { PARLEY_SIP_PORT: String(sipPort) }
  return { dataDirectory, phonePort, accountsPort, settings, print: () => {} }
}

interface DevUrls {
  readonly phoneUrl: string
  readonly accountsUrl: string
}

async function signInAsAda({ phoneUrl, accountsUrl }: DevUrls) {
  return await signIn(
    { phoneUrl, accountsUrl, keys: await readKeys(phoneUrl) },
    sampleUsers[0].email,
    samplePassword,
  )
}

/** Requests the audio of a call as a browser does: with the cookie that the response with the link sets. */
async function fetchAudio({ phoneUrl, accountsUrl }: DevUrls, callId: string): Promise<Response> {
  const keys = await readKeys(phoneUrl)
  const accessToken = await requestAccessToken({ accountsUrl, keys }, sampleUsers[0].email, samplePassword)
  const link = await fetch(`${phoneUrl}/api/v1/calls/${callId}/audio-links`, {
    method: 'POST',
    headers: { 'x-stack-access-token': accessToken },
  })
  const { url } = await link.json()
  const cookie = link.headers.get('set-cookie')?.split(';')[0] ?? ''
  return await fetch(phoneUrl + url, { headers: { cookie } })
}

async function readKeys(phoneUrl: string) {
  return await (await fetch(`${phoneUrl}/api/v1/client-config`)).json()
}
