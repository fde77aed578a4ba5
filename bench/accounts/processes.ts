import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** A server in its own process, with its resource usage. */
export interface Server extends AsyncDisposable {
  readonly port: number
  /** Total CPU time of all threads so far, in milliseconds. */
  cpuMs(): number
  /** Resident memory including child processes, in MiB. */
  memoryMiB(): number
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Starts a program that listens on `port` and waits until it reports that it is ready. */
export async function startServer(
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  { port, ready }: { readonly port: number; readonly ready: string },
): Promise<Server> {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text: Buffer) => {
      output += text
      if (output.includes(ready)) resolve()
    })
    exited.then(() => reject(new Error(`${script} exited:\n${output}`)))
  })
  const pid = child.pid ?? 0
  return {
    port,
    cpuMs: () => {
      const [, rest = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      const fields = rest.split(' ')
      return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000
    },
    memoryMiB: () => [pid, ...listChildren(pid)].reduce((sum, one) => sum + residentMiB(one), 0),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim()
    const children = text === '' ? [] : text.split(' ').map(Number)
    return children.flatMap((child) => [child, ...listChildren(child)])
  })
}

function residentMiB(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
