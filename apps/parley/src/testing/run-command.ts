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
  const output = { out: '', errorOutput: '' }
  child.stdout.on('data', (text: Buffer) => {
    output.out += text
    options.onOutput?.(output.out, () => child.kill('SIGTERM'))
  })
  child.stderr.on('data', (text: Buffer) => {
    output.errorOutput += text
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...output }
}
