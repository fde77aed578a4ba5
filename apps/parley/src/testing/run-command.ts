import { spawn } from 'node:child_process'

const program = new URL('../command-line.ts', import.meta.url).pathname

interface Running {
  /** Environment variables in addition to PARLEY_DATA. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called with the complete output after each write. */
  readonly onOutput?: (out: string, stop: () => void) => void
}

/** Runs a command of the command line until it exits. */
export async function runCommand(dataDirectory: string, words: readonly string[], options: Running = {}) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, PARLEY_DATA: dataDirectory, ...options.settings },
  })
  const said = { out: '', complaints: '' }
  child.stdout.on('data', (text: Buffer) => {
    said.out += text
    options.onOutput?.(said.out, () => child.kill('SIGTERM'))
  })
  child.stderr.on('data', (text: Buffer) => {
    said.complaints += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...said }
}
