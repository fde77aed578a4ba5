import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { required } from '@parley/primitives'
import { removeData, removeWithProcess } from '@parley/server/testing'
import { createInboxReader, type InboxReader } from './inbox-reader.ts'

const program = new URL('../../../apps/parley/src/main.ts', import.meta.url).pathname

export interface TestAppOptions {
  /** Additional settings (`PARLEY_…`). */
  readonly settings?: Readonly<Record<string, string>>
  /** Existing data directory to use, removed on disposal. Default: a new one. */
  readonly dataDirectory?: string
}

/** The whole product in a separate process, as `npm start` runs it, on free ports. */
export interface TestApp extends AsyncDisposable {
  readonly phoneUrl: string
  readonly accountsUrl: string
  readonly sip: { readonly host: string; readonly port: number }
  readonly dataDirectory: string
  readonly inbox: InboxReader
  readonly pid: number
  /** The complete output. */
  readonly output: string
  /** Resolves to the exit code when the process ends. */
  readonly exited: Promise<number | null>
  /** The one-time link for the first administrator. */
  readonly setUpLink: string
  /** Sends SIGKILL to the process and its child processes, but not to the database server. */
  kill(): Promise<void>
  /** Restarts on the same data and ports, after {@link kill} or {@link stop}. */
  start(): Promise<void>
  /**
   * Stops the process with a signal, by default SIGTERM, and returns its exit code. SIGHUP also closes its
   * output.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const startTimeoutMs = 180_000

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'parley-test-')))
  removeWithProcess([dataDirectory])
  const { environment, ports } = await chooseEnvironment(dataDirectory, options.settings)
  const accountsUrl = `http://localhost:${ports.accounts}`
  let running: Running | null = null
  const start = async () => {
    running = await launch(environment)
  }
  const present = () => {
    if (!running) throw new Error('The test app is not running.')
    return running
  }
  await start()

  return {
    phoneUrl: `http://localhost:${ports.phone}`,
    accountsUrl,
    sip: { host: '127.0.0.1', port: ports.sip },
    dataDirectory,
    inbox: createInboxReader(accountsUrl),
    get pid() {
      return required(present().process.pid, 'the process id of the test app')
    },
    get output() {
      return present().output()
    },
    get exited() {
      return present().exited
    },
    get setUpLink() {
      return findSetUpLink(present().output())
    },
    start,
    async kill() {
      await killWithChildren(present().process)
      running = null
    },
    async stop(signal = 'SIGTERM') {
      const { process: child, exited } = present()
      if (signal === 'SIGHUP') for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      child.kill(signal)
      running = null
      return await exited
    },
    async [Symbol.asyncDispose]() {
      if (running) {
        running.process.kill('SIGTERM')
        await Promise.race([
          running.exited,
          // A timer that keeps this process alive would delay the end of a test run.
          wait(15_000, undefined, { ref: false }).then(() => running && killWithChildren(running.process)),
        ])
      }
      await removeData(dataDirectory)
    },
  }
}

/** Returns the environment of a product on free ports. */
async function chooseEnvironment(dataDirectory: string, settings: TestAppOptions['settings']) {
  const [phone = 0, accounts = 0, sip = 0, simulatedPstn = 0] = await freePorts(4)
  const environment: NodeJS.ProcessEnv = {
    NODE_COMPILE_CACHE: join(tmpdir(), 'parley-compile-cache'),
    ...process.env,
    PARLEY_DATA: dataDirectory,
    PARLEY_PHONE_PORT: String(phone),
    PARLEY_ACCOUNTS_PORT: String(accounts),
    PARLEY_SIP_PORT: String(sip),
    PARLEY_CARRIER_PORT: String(simulatedPstn),
    PARLEY_LOG_LEVEL: 'info',
    ...settings,
  }
  return { environment, ports: { phone, accounts, sip } }
}

/** @throws {Error} When the product printed no link, because it has an administrator. */
function findSetUpLink(output: string): string {
  const link = /https?:\/\/\S+\/set-up#\S+/.exec(output)?.[0]
  if (!link) throw new Error(`The test app printed no link for the first administrator:\n${output}`)
  return link
}

interface Running {
  readonly process: ChildProcess
  readonly exited: Promise<number | null>
  readonly output: () => string
}

async function launch(environment: NodeJS.ProcessEnv): Promise<Running> {
  // A test process that is killed cannot stop the product: the kernel does.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  const until = Date.now() + startTimeoutMs
  while (!output.includes('Press Ctrl-C to stop.')) {
    if (isOver || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`The test app did not start. Output:\n${output}`)
    }
    await wait(20)
  }
  return { process: child, exited, output: () => output }
}

/** The children are listed before the kill, because they get another parent afterwards. */
async function killWithChildren(child: ChildProcess): Promise<void> {
  const pid = required(child.pid, 'the process id of the test app')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const forked: number[] = []
  for (const text of children.trim().split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${text}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes('postgres')) forked.push(Number(text))
  }
  for (const each of [pid, ...forked]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // The process has exited in the meantime.
    }
  }
  if (child.exitCode === null && child.signalCode === null) await exited
}

/**
 * Returns distinct loopback ports that are free for TCP and UDP. They are below the ephemeral port range, so
 * that no audio stream of another test can take one in the meantime.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const socket = createSocket('udp4')
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    socket.bind(port, '127.0.0.1')
    await once(socket, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
    socket.close()
  }
}
