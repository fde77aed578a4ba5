import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readdir, readFile, readlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'

/** Throws when a program is not on PATH; the message names the Debian package to install. */
export async function requireProgram(program: string, debianPackage: string): Promise<void> {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const found = await access(join(directory, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return
  }
  throw new Error(`${program} is not on PATH: install the Debian package ${debianPackage}.`)
}

/** A child process that is ended with the test at the latest. */
export interface Program extends AsyncDisposable {
  /** Returns its complete output. */
  readonly output: () => string
  /** Resolves to the exit code; null after a signal. */
  readonly exited: Promise<number | null>
  /** Resolves when it has printed `text`. Rejects when it ends, or is killed, without printing it. */
  readonly says: (text: string) => Promise<void>
  /** Writes a line to its standard input. */
  readonly enter: (line: string) => void
  /** Resolves when it listens on `port`. Rejects when it ends instead. */
  readonly listensOn: (protocol: 'udp' | 'tcp', port: number) => Promise<void>
}

/** Starts a program, and kills it by its id when it is disposed or has run for `maxMs`. */
export function startProgram(command: string, parameters: readonly string[], maxMs = 25_000): Program {
  const child: ChildProcess = spawn(command, parameters, {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  // A line that is written while it ends is lost.
  child.stdin?.on('error', () => {})
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  exited.catch(() => null)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const waitWhileRunning = (what: string, probe: () => boolean | Promise<boolean>) =>
    waitUntil(
      () => `${command} ${what}:\n${output}`,
      async () => {
        // Its last output may arrive after it has exited.
        const ended = hasEnded()
        if (await probe()) return true
        if (!ended) return false
        throw new Error(
          `${command} ended with ${child.exitCode ?? child.signalCode} before it ${what}:\n${output}`,
        )
      },
      maxMs + 5_000,
    )

  return {
    output: () => output,
    exited,
    async says(text) {
      await waitWhileRunning(`printed "${text}"`, () => output.includes(text))
    },
    enter(line) {
      child.stdin?.write(`${line}\n`)
    },
    async listensOn(protocol, port) {
      await waitWhileRunning(`listened on ${port}`, () => hasSocket(child.pid ?? 0, protocol, port))
    },
    async [Symbol.asyncDispose]() {
      if (!hasEnded()) child.kill('SIGKILL')
      await exited.catch(() => null)
    },
  }
}

const maxPortAttempts = 5
const takenPort = /address already in use/i

/**
 * Starts a program that cannot choose a port itself. `start` rejects with the output of the program when it
 * does not listen on the port; when another process has taken the port, another one is tried.
 */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const [port = 0] = await findFreePorts(1)
    try {
      return await start(port)
    } catch (error) {
      if (attempt === maxPortAttempts || !takenPort.test(String(error))) throw error
    }
  }
}

/** Returns whether the process has a socket with this local port, according to the kernel; proc(5). */
async function hasSocket(pid: number, protocol: 'udp' | 'tcp', port: number): Promise<boolean> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const table = await readFile(`/proc/net/${protocol}`, 'utf8')
  const inodes = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, local, , , , , , , , inode]) => (local?.endsWith(suffix) ? [inode] : []))
  if (inodes.length === 0) return false
  const folder = `/proc/${pid}/fd`
  const files = await readdir(folder).catch(() => [])
  const targets = await Promise.all(files.map((file) => readlink(join(folder, file)).catch(() => '')))
  return inodes.some((inode) => targets.includes(`socket:[${inode}]`))
}
