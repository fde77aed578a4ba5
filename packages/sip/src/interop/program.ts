import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
  /** Returns everything that it has printed. */
  readonly output: () => string
  /** Resolves to the exit code; null after a signal. */
  readonly exited: Promise<number | null>
  /** Resolves when it has printed `text`. */
  readonly says: (text: string) => Promise<void>
}

/** Starts a program, and kills it by its id when it is disposed or has run for `maxMs`. */
export function startProgram(command: string, parameters: readonly string[], maxMs = 25_000): Program {
  const child: ChildProcess = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  exited.catch(() => null)

  return {
    output: () => output,
    exited,
    async says(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null)
          throw new Error(`${command} exited without printing "${text}":\n${output}`)
        await sleep(20)
      }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await exited.catch(() => null)
    },
  }
}

/** Returns a port of 127.0.0.1 that is free now, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}

/** Resolves when a process of this machine listens on `port`, according to the kernel. */
export async function portTaken(protocol: 'udp' | 'tcp', port: number): Promise<void> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  for (;;) {
    const table = await readFile(`/proc/net/${protocol}`, 'utf8')
    const listening = table
      .split('\n')
      .some((line) => line.trim().split(/\s+/)[1]?.concat(' ').endsWith(wanted))
    if (listening) return
    await sleep(20)
  }
}
