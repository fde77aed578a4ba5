import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram, startOnFreePort, startProgram } from './program.ts'
import { endProgram, inputFile, voiceFile } from './scenario.ts'

const scenarioFile = 'scenario.xml'
const errorFile = 'errors.log'
const defaultMaxSeconds = 8

export interface Sipp extends AsyncDisposable {
  /** The port on which it waits for a call; null when it calls. */
  readonly port: number | null
  /** Resolves when the call followed the scenario; rejects with the errors that sipp printed. */
  readonly succeeded: Promise<void>
  /** Continues a scenario that waits in `waitForInput`. */
  enter(text: string): Promise<void>
}

export interface SippOptions {
  /** Steps of the scenario, as XML. */
  readonly steps: string
  readonly transport: 'udp' | 'tcp'
  /** Port to call; without it the scenario waits for a call. */
  readonly targetPort?: number
  /** The user of the URI that it calls, such as a number; `grace` by default. */
  readonly service?: string
  /** Ends the call as failed after so many seconds; 8 by default. */
  readonly maxSeconds?: number
  /** Audio in PCMU, for `playVoice`. */
  readonly voice?: Uint8Array
  readonly parameters?: readonly string[]
}

/** Runs one call of a scenario with `sipp` on 127.0.0.1. */
export async function startSipp(options: SippOptions): Promise<Sipp> {
  const { transport, targetPort, maxSeconds = defaultMaxSeconds } = options
  await requireProgram('sipp', 'sip-tester')
  const directory = await mkdtemp(join(tmpdir(), 'sipp-'))
  const input = join(directory, inputFile)
  const errors = join(directory, errorFile)
  await writeFiles(directory, options)
  const run = (local: readonly string[]) => {
    const parameters = [`--chdir=${directory}`, 'sipp', ...createParameters(options), ...local]
    const program = startProgram('env', parameters, (maxSeconds + 17) * 1_000)
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
    enter: (text) => writeFile(input, text),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]()
      await succeeded.catch(() => {})
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function writeFiles(directory: string, { steps, voice }: SippOptions): Promise<void> {
  const scenario = `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="test">\n${steps}\n</scenario>\n`
  await writeFile(join(directory, scenarioFile), scenario)
  await writeFile(join(directory, inputFile), '')
  if (voice) await writeFile(join(directory, voiceFile), voice)
}

function createParameters(options: SippOptions): string[] {
  const { transport, targetPort, service = 'grace', parameters = [] } = options
  const { maxSeconds = defaultMaxSeconds } = options
  return [
    ...['-sf', scenarioFile, '-i', '127.0.0.1', '-t', transport === 'udp' ? 'u1' : 't1'],
    // A scenario that ends the program counts other calls, such as OPTIONS, too.
    ...(options.steps.includes(endProgram) ? [] : ['-m', '1']),
    ...['-nostdin', '-timeout', `${maxSeconds}s`, '-timeout_error', '-s', service],
    ...['-trace_err', '-error_file', errorFile, ...parameters],
    ...(targetPort === undefined ? [] : [`127.0.0.1:${targetPort}`]),
  ]
}
