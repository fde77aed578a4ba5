import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram, startOnFreePort, startProgram } from './program.ts'

export interface Sipp extends AsyncDisposable {
  /** The port on which it waits for a call; null when it calls. */
  readonly port: number | null
  /** Resolves when the call followed the scenario; rejects with the errors that sipp printed. */
  readonly succeeded: Promise<void>
}

export interface SippOptions {
  /** Steps of the scenario, as XML. */
  readonly steps: string
  readonly transport: 'udp' | 'tcp'
  /** Port to call; without it the scenario waits for a call. */
  readonly targetPort?: number
  readonly parameters?: readonly string[]
}

/** Runs one call of a scenario with `sipp` on 127.0.0.1. */
export async function startSipp({
  steps,
  transport,
  targetPort,
  parameters = [],
}: SippOptions): Promise<Sipp> {
  await requireProgram('sipp', 'sip-tester')
  const directory = await mkdtemp(join(tmpdir(), 'sipp-'))
  const scenario = join(directory, 'scenario.xml')
  const errors = join(directory, 'errors.log')
  await writeFile(
    scenario,
    `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="test">\n${steps}\n</scenario>\n`,
  )
  const run = (local: readonly string[]) => {
    const program = startProgram('sipp', [
      ...['-sf', scenario, '-i', '127.0.0.1', ...local, '-t', transport === 'udp' ? 'u1' : 't1', '-m', '1'],
      ...['-nostdin', '-timeout', '8s', '-timeout_error', '-trace_err', '-error_file', errors, '-s', 'grace'],
      ...parameters,
      ...(targetPort === undefined ? [] : [`127.0.0.1:${targetPort}`]),
    ])
    const succeeded = program.exited.then(async (code) => {
      if (code === 0) return
      const errorOutput = await readFile(errors, 'utf8').catch(() => program.output().slice(-2_000))
      throw new Error(`sipp ended with ${code}:\n${errorOutput}`)
    })
    succeeded.catch(() => {})
    return { program, succeeded }
  }
  const { port, program, succeeded } =
    targetPort === undefined
      ? await startOnFreePort(async (port) => {
          const started = run(['-p', String(port)])
          await started.program.listensOn(transport, port).catch(async (error: Error) => {
            await started.succeeded
            throw error
          })
          return { port, ...started }
        })
      : { port: null, ...run([]) }

  return {
    port,
    succeeded,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      await succeeded.catch(() => {})
      await rm(directory, { recursive: true, force: true })
    },
  }
}
